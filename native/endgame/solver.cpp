#include "endgame/solver.hpp"

#include <algorithm>
#include <cstring>

#include "endgame/cursor.hpp"

namespace crownhead::endgame {
namespace {

constexpr std::uint64_t SOLVED_BETWEEN_REPORTS = 1 << 20;
// The approximate share of the first pass in the whole work.
constexpr double FIRST_PASS = 0.6;
constexpr int CHUNK = 64;

}  // namespace

template <typename Kind>
Solver<Kind>::Solver(const Material& material, const Known<Kind>& known)
    : sides_(material == material.twin() ? 1 : 2), known_(known), index_{Index(material), Index(material.twin())} {
    for (int side = 0; side < sides_; ++side) {
        cells_[static_cast<std::size_t>(side)].resize(index(side).size());
    }
}

template <typename Kind>
std::uint64_t Solver<Kind>::bytes_for(const Material& material) {
    const std::uint64_t twin = material == material.twin() ? 0 : Index(material.twin()).size();
    return (Index(material).size() + twin) * sizeof(Cell);
}

template <typename Kind>
void Solver<Kind>::solve(const Progress& progress) {
    for (int side = 0; side < sides_; ++side) {
        begin(side, progress);
    }
    if constexpr (Kind::has_distance) {
        sweep_by_level(progress);
    } else {
        sweep_until_still(progress);
    }
    for (int side = 0; side < sides_; ++side) {
        settle(side);
    }
}

template <typename Kind>
typename Solver<Kind>::Cell Solver<Kind>::known(Code code) {
    highest_ = std::max(highest_, code);
    return static_cast<Cell>(code | NEW);
}

// The facts about each position before anything is known of the two slices themselves.
template <typename Kind>
void Solver<Kind>::begin(int side, const Progress& progress) {
    auto& cells = cells_[static_cast<std::size_t>(side)];
    const double total = static_cast<double>(cells_[0].size() + cells_[1].size());
    Cursor cursor(index(side).material());
    for (std::uint64_t rank = 0; rank < cells.size(); ++rank, cursor.next()) {
        cells[rank] = first_cell(cursor.view());
        if (++done_ % SOLVED_BETWEEN_REPORTS == 0) {
            progress(FIRST_PASS * static_cast<double>(done_) / total);
        }
    }
}

template <typename Kind>
typename Solver<Kind>::Cell Solver<Kind>::first_cell(const Own& view) {
    if (const Bits jumpers = view.jumpers(English{}); jumpers != 0) {
        const Code code = known_.best_capture(view, jumpers);
        return code == DRAW ? Cell{DRAW} : known(code);
    }
    return quiet_cell(view);
}

template <typename Kind>
template <typename Use>
void Solver<Kind>::for_each_promotion(const Own& view, Use&& use) {
    for_each_direction<Side::Black>(false, [&]<Direction D>() {
        for (Bits targets = step<D>(view.men) & view.empty & far_row(Side::Black); targets != 0;
             targets &= targets - 1) {
            const Bits target = targets & -targets;
            use(turned_view(view.after(step<opposite(D)>(target), target, 0, target)));
        }
    });
}

template <typename Kind>
typename Solver<Kind>::Cell Solver<Kind>::quiet_cell(const Own& view) {
    int open = 0;
    for_each_direction<Side::Black>(
        false, [&]<Direction D>() { open += std::popcount(step<D>(view.men) & view.empty & ~far_row(Side::Black)); });
    for_each_direction<Side::Black>(true,
                                    [&]<Direction D>() { open += std::popcount(step<D>(view.kings) & view.empty); });
    Code best = LOSS;  // without any move, this is the result
    for_each_promotion(view, [&](const Own& after) {
        const Code code = Kind::before(known_.code(after));
        best = is_better(code, best) ? code : best;
    });
    if (is_win(best)) {
        return known(best);
    }
    if (best == DRAW) {
        ++open;
    }
    return open == 0 ? known(best) : static_cast<Cell>(UNKNOWN + open);
}

template <typename Kind>
Code Solver<Kind>::slowest_promotion(const Own& view, Code code) const {
    for_each_promotion(view, [&](const Own& after) { code = std::max(code, Kind::before(known_.code(after))); });
    return code;
}

// Processes new positions until there is none. The order does not matter.
template <typename Kind>
void Solver<Kind>::sweep_until_still(const Progress& progress) {
    double share = FIRST_PASS;
    for (bool found = true; found;) {
        found = false;
        for (int side = 0; side < sides_; ++side) {
            found |= sweep(side, [](Cell cell) { return (cell & (UNKNOWN | NEW)) == NEW; }, progress, share);
        }
        share += (1 - share) / 8;
    }
}

// Processes the positions that end after 0 plies, then 1, and so on. New positions always end later.
template <typename Kind>
void Solver<Kind>::sweep_by_level(const Progress& progress) {
    for (Code level = LOSS; level <= highest_; ++level) {
        for (int side = 0; side < sides_; ++side) {
            sweep(
                side, [level](Cell cell) { return cell == level; }, progress, 1 - (1 - FIRST_PASS) / (1 + level / 8.0));
        }
    }
}

template <typename Kind>
template <typename Wanted>
bool Solver<Kind>::sweep(int side, Wanted wanted, const Progress& progress, double share) {
    auto& cells = cells_[static_cast<std::size_t>(side)];
    bool found = false;
    Index::Finder finder(index(side));
    const auto look = [&](std::uint64_t rank) {
        if (wanted(cells[rank])) {
            found = true;
            cells[rank] = static_cast<Cell>(cells[rank] & ~NEW);
            go_back(side, finder.position(rank), static_cast<Code>(cells[rank]));
        }
    };
    std::uint64_t rank = 0;
    for (; rank + CHUNK <= cells.size(); rank += CHUNK) {
        if (rank % SOLVED_BETWEEN_REPORTS == 0) {
            progress(share);
        }
        // Compiles to a few vector instructions: most chunks have no match.
        bool any = false;
        for (int offset = 0; offset < CHUNK; ++offset) {
            any |= wanted(cells[rank + static_cast<std::uint64_t>(offset)]);
        }
        if (any) {
            for (std::uint64_t one = rank; one < rank + CHUNK; ++one) {
                look(one);
            }
        }
    }
    for (; rank < cells.size(); ++rank) {
        look(rank);
    }
    return found;
}

// Updates the positions from which a quiet move leads here.
template <typename Kind>
void Solver<Kind>::go_back(int side, const Own& position, Code code) {
    const int there = other_side(side);
    const Index& index = index_[static_cast<std::size_t>(there)];
    const Own here = turned_view(position);
    const std::uint64_t same_men = index.rank_men(here);
    const auto try_origins = [&]<Direction D>(Bits movers, bool kings) {
        for (Bits origins = step<opposite(D)>(movers) & here.empty; origins != 0; origins &= origins - 1) {
            const Bits origin = origins & -origins;
            const Bits both = origin | step<D>(origin);
            const Own before{here.men ^ (kings ? 0 : both), here.kings ^ (kings ? both : 0), here.enemy_men,
                             here.enemy_kings, here.empty ^ both};
            if (before.jumpers(English{}) == 0) {
                const std::uint64_t men_rank = kings ? same_men : index.rank_men(before);
                meet(there, before, men_rank + index.rank_kings(before), code);
            }
        }
    };
    for_each_direction<Side::Black>(false, [&]<Direction D>() { try_origins.template operator()<D>(here.men, false); });
    for_each_direction<Side::Black>(true, [&]<Direction D>() { try_origins.template operator()<D>(here.kings, true); });
}

// A move of this position is known to lead to the code.
template <typename Kind>
void Solver<Kind>::meet(int side, const Own& before, std::uint64_t rank, Code after) {
    Cell& cell = cells_[static_cast<std::size_t>(side)][rank];
    const bool unknown = (cell & UNKNOWN) != 0;
    if (is_loss(after)) {
        // A promotion may have won already, but later.
        if (unknown || (Kind::has_distance && cell > after + 1)) {
            cell = known(Kind::before(after));
        }
    } else if (unknown && --cell == UNKNOWN) {
        cell = known(Kind::has_distance ? slowest_promotion(before, Kind::before(after)) : LOSS);
    }
}

template <typename Kind>
void Solver<Kind>::settle(int side) {
    for (Cell& cell : cells_[static_cast<std::size_t>(side)]) {
        cell = (cell & UNKNOWN) != 0 ? Cell{DRAW} : cell;
    }
}

template <typename Kind>
Counts Solver<Kind>::count_and_forget_captures(int side) {
    Counts counts;
    auto& cells = cells_[static_cast<std::size_t>(side)];
    Cursor cursor(index(side).material());
    for (std::uint64_t rank = 0; rank < cells.size(); ++rank, cursor.next()) {
        const auto code = static_cast<Code>(cells[rank]);
        counts.wins += is_win(code);
        counts.losses += is_loss(code);
        if (Kind::has_distance && is_win(code) && code - 1 > counts.longest) {
            counts.longest = code - 1;
            counts.longest_index = rank;
        }
        if (cursor.view().jumpers(English{}) != 0) {
            cells[rank] = FORGOTTEN;
        }
    }
    counts.draws = cells.size() - counts.wins - counts.losses;
    return counts;
}

template class Solver<Wdl>;
template class Solver<Distance>;

}  // namespace crownhead::endgame
