// Solves a slice and its twin, which quiet moves lead to, by going back from what is decided.
//
// A position is seen by the side to move, turned so that it moves like Black; a quiet move then leads to the twin.
// Captures and promotions lead to slices that were solved before, which lie unpacked in memory: two bits a position,
// or two bytes with distances. A first pass knows what captures, promotions and lack of moves decide, and counts the
// other moves. Then each decided position tells those before it: for results in any order, for distances ply by ply.
#pragma once

#include <array>
#include <vector>

#include "endgame/code.hpp"
#include "endgame/known.hpp"
#include "endgame/slice.hpp"

namespace crownhead::endgame {

// What a slice holds, captures included.
struct Counts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    // The longest win and the first position that takes so long; no plies where distances are not known or nobody wins.
    int longest = -1;
    std::uint64_t longest_index = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

template <typename Kind>
class Solver {
public:
    using Cell = typename Kind::Cell;

    Solver(const Material& material, const Known<Kind>& known);

    static std::uint64_t bytes_for(const Material& material);

    void solve(const Progress& progress);

    // 1, or 2 where the slice is not its own twin: the slice is side 0, its twin side 1.
    int sides() const { return sides_; }
    const Index& index(int side) const { return index_[static_cast<std::size_t>(side)]; }
    // The code of each position, once solve has returned.
    const std::vector<Cell>& cells(int side) const { return cells_[static_cast<std::size_t>(side)]; }

    // Counts a side's results and then forgets those of positions with a capture to make: their cells are FORGOTTEN.
    Counts count_and_forget_captures(int side);
    static constexpr Cell FORGOTTEN = static_cast<Cell>(ANY);

private:
    // A cell that is not known yet: how many quiet moves inside the two slices may still not lose, and one more that
    // is never taken away where leaving them draws.
    static constexpr Cell UNKNOWN = Kind::has_distance ? 0x8000 : 0x80;
    // Only without distance: what follows from this cell has not been looked at.
    static constexpr Cell NEW = Kind::has_distance ? 0 : 0x40;

    void begin(int side, const Progress& progress);
    Cell first_cell(const Own& view);
    Cell quiet_cell(const Own& view);
    // The code of a lost position whose other moves end at the given one, once its promotions, all lost too, are looked
    // at: the loser takes the longest way.
    Code slowest_promotion(const Own& view, Code code) const;
    template <typename Use>
    static void for_each_promotion(const Own& view, Use&& use);

    void sweep_until_still(const Progress& progress);
    void sweep_by_level(const Progress& progress);
    template <typename Wanted>
    bool sweep(int side, Wanted wanted, const Progress& progress, double share);
    void go_back(int side, const Own& position, Code code);
    void meet(int side, const Own& before, std::uint64_t rank, Code after);
    Cell known(Code code);
    void settle(int side);

    int other_side(int side) const { return sides_ - 1 - side; }

    int sides_;
    const Known<Kind>& known_;
    std::array<Index, 2> index_;
    std::array<std::vector<Cell>, 2> cells_;
    Code highest_ = 0;
    std::uint64_t done_ = 0;
};

extern template class Solver<Wdl>;
extern template class Solver<Distance>;

}  // namespace crownhead::endgame
