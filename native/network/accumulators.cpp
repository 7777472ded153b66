#include "network/accumulators.hpp"

#include <algorithm>
#include <array>

namespace crownhead::network {
namespace {

constexpr int MOST_PIECES = 24;
constexpr int MOST_POINTS = 2000;  // well below scores of decided games
constexpr int POINTS_PER_LOGIT = 50;

// By view, side, rank and bit. Impossible men, on the row where they are crowned, get an arbitrary input.
constexpr auto INPUT_OF = [] {
    std::array<std::array<std::array<std::array<std::uint8_t, BITS>, 2>, 2>, 2> inputs{};
    for (int view = 0; view < 2; ++view) {
        for (int side = 0; side < 2; ++side) {
            for (int king = 0; king < 2; ++king) {
                for (int square = 0; square < SQUARES; ++square) {
                    const int bit = bit_of_square(square);
                    const int input = input_of(Side(view), Side(side), king == 1, bit);
                    inputs[view][side][king][bit] = static_cast<std::uint8_t>(std::clamp(input, 0, INPUTS - 1));
                }
            }
        }
    }
    return inputs;
}();

// Inputs of both views.
struct InputList {
    std::uint8_t inputs[2][MOST_PIECES];
    std::size_t count = 0;

    void add(int side, int king, Bits bits) {
        for (; bits != 0; bits &= bits - 1) {
            const int bit = lowest_bit(bits);
            inputs[0][count] = INPUT_OF[0][side][king][bit];
            inputs[1][count] = INPUT_OF[1][side][king][bit];
            ++count;
        }
    }

    Inputs of(int view) const { return {inputs[view], count}; }
};

}  // namespace

template <typename A>
void follow(const Weights& weights, const Position& before, const Accumulators& from, const Position& after,
            Accumulators& to) {
    InputList removed, added;
    for (int side = 0; side < 2; ++side) {
        const Bits men[] = {before.pieces[side] & ~before.kings, after.pieces[side] & ~after.kings};
        const Bits kings[] = {before.pieces[side] & before.kings, after.pieces[side] & after.kings};
        removed.add(side, 0, men[0] & ~men[1]);
        added.add(side, 0, men[1] & ~men[0]);
        removed.add(side, 1, kings[0] & ~kings[1]);
        added.add(side, 1, kings[1] & ~kings[0]);
    }
    for (int view = 0; view < 2; ++view) {
        A::update(weights, from.views[view], to.views[view], removed.of(view), added.of(view));
    }
}

template <typename A>
void accumulate(const Weights& weights, const Position& position, Accumulators& to) {
    InputList added;
    for (int side = 0; side < 2; ++side) {
        added.add(side, 0, position.pieces[side] & ~position.kings);
        added.add(side, 1, position.pieces[side] & position.kings);
    }
    for (int view = 0; view < 2; ++view) {
        A::update(weights, weights.bias, to.views[view], {}, added.of(view));
    }
}

template <typename A>
int value_of(const Weights& weights, const Position& position, const Accumulators& accumulators) {
    const int pieces = position.piece_count();
    const Head& head = weights.heads[(pieces - 1) / 3];
    const int own = static_cast<int>(position.turn);
    const std::int64_t output = A::output(head, accumulators.views[own], accumulators.views[1 - own]);
    const std::int64_t points = output * POINTS_PER_LOGIT / (ACTIVATION_UNIT * WEIGHT_UNIT);
    return static_cast<int>(std::clamp<std::int64_t>(points, -MOST_POINTS, MOST_POINTS));
}

template void follow<Portable>(const Weights&, const Position&, const Accumulators&, const Position&, Accumulators&);
template void accumulate<Portable>(const Weights&, const Position&, Accumulators&);
template int value_of<Portable>(const Weights&, const Position&, const Accumulators&);
#ifdef __AVX2__
template void follow<Avx2>(const Weights&, const Position&, const Accumulators&, const Position&, Accumulators&);
template void accumulate<Avx2>(const Weights&, const Position&, Accumulators&);
template int value_of<Avx2>(const Weights&, const Position&, const Accumulators&);
#endif

}  // namespace crownhead::network
