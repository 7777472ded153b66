// A slice is all positions with the same number of men and kings on both sides. Each position has a number.
//
// A position is seen by the side to move and rotated so that it moves towards higher squares, as Black does.
// docs/endgame.md describes the numbering so that other programs can compute it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "board/generator.hpp"

namespace crownhead::endgame {

// The side to move as Black.
using Own = View<Side::Black>;

constexpr int MAX_PIECES = 8;

// Squares where men can stand: not the row that crowns them.
constexpr Bits OWN_MEN_SQUARES = BOARD & ~far_row(Side::Black);
constexpr Bits ENEMY_MEN_SQUARES = BOARD & ~far_row(Side::White);

constexpr Own own_view(Bits men, Bits kings, Bits enemy_men, Bits enemy_kings) {
    return {men, kings, enemy_men, enemy_kings, BOARD & ~(men | kings | enemy_men | enemy_kings)};
}

// The same position as the other side sees it.
constexpr Own turned_view(const Own& view) {
    return own_view(turned(view.enemy_men), turned(view.enemy_kings), turned(view.men), turned(view.kings));
}

constexpr Own turned_view(const View<Side::White>& view) {
    return own_view(turned(view.men), turned(view.kings), turned(view.enemy_men), turned(view.enemy_kings));
}

constexpr Own seen_by_mover(const Position& position) {
    return position.turn == Side::Black ? Own::of(position) : turned_view(View<Side::White>::of(position));
}

constexpr Position position_of(const Own& view) {
    return {{view.men | view.kings, view.enemies()}, view.kings | view.enemy_kings, Side::Black};
}

// The number of pieces of each kind, which identifies a slice.
struct Material {
    int men = 0;
    int kings = 0;
    int enemy_men = 0;
    int enemy_kings = 0;

    static constexpr Material of(const Own& view) {
        return {std::popcount(view.men), std::popcount(view.kings), std::popcount(view.enemy_men),
                std::popcount(view.enemy_kings)};
    }

    constexpr Material twin() const { return {enemy_men, enemy_kings, men, kings}; }
    constexpr int own() const { return men + kings; }
    constexpr int enemies() const { return enemy_men + enemy_kings; }
    constexpr int pieces() const { return own() + enemies(); }
    // A side without pieces has lost; no table is needed for that.
    constexpr bool is_played() const { return own() > 0 && enemies() > 0; }
    // An array index below KEYS. Only for playable materials with at most MAX_PIECES.
    constexpr int key() const {
        return ((men * MAX_PIECES + kings) * MAX_PIECES + enemy_men) * MAX_PIECES + enemy_kings;
    }
    static constexpr int KEYS = MAX_PIECES * MAX_PIECES * MAX_PIECES * MAX_PIECES;

    // Four digits: own men, own kings, enemy men, enemy kings.
    std::string name() const;
    // Throws a Fault if the text names no slice.
    static Material named(std::string_view name);

    friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

// All playable slices with this many pieces, sorted by name.
std::vector<Material> slices_of(int pieces);

// The slices that one move out of a slice or its twin can reach, sorted by name.
std::vector<Material> needs_of(const Material& material);

// The transitive closure of needs.
std::vector<Material> all_needs_of(const Material& material);

// Binomial coefficients: CHOOSE[n][k].
constexpr auto CHOOSE = [] {
    std::array<std::array<std::uint32_t, MAX_PIECES + 1>, SQUARES + 1> table{};
    for (int n = 0; n <= SQUARES; ++n) {
        table[n][0] = 1;
        for (int k = 1; k <= MAX_PIECES && k <= n; ++k) {
            table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
        }
    }
    return table;
}();

// The rank of a subset among all subsets of its size of some squares. The highest square counts most.
constexpr std::uint32_t rank_of(Bits set, Bits among) {
    std::uint32_t rank = 0;
    for (int k = 1; set != 0; ++k, set &= set - 1) {
        rank += CHOOSE[std::popcount(among & ((set & -set) - 1))][k];
    }
    return rank;
}

constexpr Bits unranked(std::uint32_t rank, int size, Bits among) {
    Bits set = 0;
    int below = std::popcount(among);
    for (int k = size; k > 0; --k) {
        Bits highest = 0;
        do {
            --below;
            highest = std::bit_floor(among);
            among ^= highest;
        } while (CHOOSE[below][k] > rank);
        rank -= CHOOSE[below][k];
        set |= highest;
    }
    return set;
}

// Numbers the positions of a slice, from 0 without gaps.
class Index {
public:
    explicit Index(const Material& material);

    const Material& material() const { return material_; }
    std::uint64_t size() const { return men_count_ * kings_count_; }

    // The men's part of the number. The kings' part is added to it.
    std::uint64_t rank_men(const Own& view) const {
        const Bits among = ENEMY_MEN_SQUARES & ~view.men;
        return (first_[rank_of(view.men, OWN_MEN_SQUARES)] + rank_of(view.enemy_men, among)) * kings_count_;
    }

    std::uint64_t rank_kings(const Own& view) const {
        const Bits among = BOARD & ~(view.men | view.enemy_men);
        return static_cast<std::uint64_t>(rank_of(view.kings, among)) * enemy_kings_count_ +
               rank_of(view.enemy_kings, among & ~view.kings);
    }

    std::uint64_t rank(const Own& view) const { return rank_men(view) + rank_kings(view); }

    Own position(std::uint64_t rank) const;

    // Finds positions by their numbers. Fast for numbers that are close together.
    class Finder {
    public:
        explicit Finder(const Index& index) : index_(index) {}

        Own position(std::uint64_t rank);

    private:
        static constexpr std::uint64_t NONE = ~std::uint64_t{0};

        void find_men(std::uint64_t men_rank);

        const Index& index_;
        std::uint64_t men_rank_ = NONE;
        std::uint64_t kings_rank_ = NONE;
        Bits men_ = 0;
        Bits enemy_men_ = 0;
        Bits kings_ = 0;
        Bits free_of_men_ = 0;
    };

private:
    Material material_;
    std::vector<std::uint32_t> first_;  // by own men: the number of placings of all men that come before
    std::uint64_t men_count_ = 0;
    std::uint64_t kings_count_;
    std::uint64_t enemy_kings_count_;
};

}  // namespace crownhead::endgame
