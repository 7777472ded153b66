// What the threads of a search have in common.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "endgame/tables.hpp"
#include "network/network.hpp"
#include "search/limits.hpp"
#include "search/table.hpp"

namespace crownhead {

// Where a search begins: the position and what came before it as far as draws depend on it.
struct Root {
    Position position;
    int quiet_plies = 0;
    std::vector<std::uint64_t> earlier;  // keys of earlier positions that can recur, oldest first
    std::vector<Move> chosen;            // the only moves to look at; empty is all of them
};

struct Shared {
    Table& table;
    Limits limits;
    DrawRules draws;
    std::atomic<bool>& stop;                    // whoever may set it outlives the search
    const endgame::Tables* tables = nullptr;    // likewise
    int table_pieces = 0;                       // positions of more pieces are not looked up in them
    const network::Network* network = nullptr;  // null is the hand-made evaluation
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<std::uint64_t> cpu_nanoseconds{0};  // counted only where it is limited

    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }
};

}  // namespace crownhead
