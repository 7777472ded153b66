// State that the threads of a search share.
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

// The start of a search: the position, and the part of its past that draws depend on.
struct Root {
    Position position;
    int quiet_plies = 0;
    std::vector<std::uint64_t> earlier;  // keys of earlier positions that can recur, oldest first
    std::vector<Move> chosen;            // the moves to search; empty means all
};

struct Shared {
    Table& table;
    Limits limits;
    DrawRules draws;
    std::atomic<bool>& stop;                    // outlived by its owner
    const endgame::Tables* tables = nullptr;    // likewise
    int table_pieces = 0;                       // positions with more pieces are not looked up
    const network::Network* network = nullptr;  // null means the classic evaluation
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<std::uint64_t> cpu_nanoseconds{0};  // counted only if it is limited

    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }
};

}  // namespace crownhead
