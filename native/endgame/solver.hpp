// Solves a slice and its twin by retrograde analysis. Quiet moves lead from one to the other.
//
// A position is seen by the side to move and rotated so that it moves like Black; a quiet move then leads to the
// twin. Captures and promotions lead to slices that were solved before and lie unpacked in memory: two bits a
// position, or two bytes with distances. A first pass finds what captures, promotions and the lack of moves decide,
// and counts the other moves. Then each decided position updates its predecessors: in any order for results, ply by
// ply for distances.
#pragma once

#include <array>
#include <vector>

#include "endgame/code.hpp"
#include "endgame/known.hpp"
#include "endgame/slice.hpp"

namespace crownhead::endgame {

// The results of a slice, captures included.
struct Counts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    // The longest win and the first position that has it. No plies if distances are unknown or nobody wins.
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

    // 2 if the slice has a different twin, else 1. The slice is side 0, its twin side 1.
    int sides() const { return sides_; }
    const Index& index(int side) const { return index_[static_cast<std::size_t>(side)]; }
    // The code of each position. Valid after solve.
    const std::vector<Cell>& cells(int side) const { return cells_[static_cast<std::size_t>(side)]; }

    // Counts a side's results, then marks positions that must capture as FORGOTTEN.
    Counts count_and_forget_captures(int side);
    static constexpr Cell FORGOTTEN = static_cast<Cell>(ANY);

private:
    // An unsolved cell holds the number of quiet moves inside the two slices that may still not lose. One more, which
    // is never taken away, marks a draw by a move that leaves them.
    static constexpr Cell UNKNOWN = Kind::has_distance ? 0x8000 : 0x80;
    // Only without distances: the predecessors of this cell have not been updated.
    static constexpr Cell NEW = Kind::has_distance ? 0 : 0x40;

    void begin(int side, const Progress& progress);
    Cell first_cell(const Own& view);
    Cell quiet_cell(const Own& view);
    // The code of a lost position whose other moves end at the given code, after looking at its promotions, which all
    // lose too. The loser takes the longest way.
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
