// Evaluates positions by a warp, for test_gpu_means.py.
#include <thread>
#include <vector>

#include "warp_network.hpp"

using namespace crownhead::gpu;

// The value of each of 32 positions that asks, four words a position: black, white, kings, and 1 for White to move; of
// the others what stood there before.
extern "C" void crownhead_warp(const Word* boards, const std::uint8_t* asks, const Weights* weights,
                               std::int32_t* values) {
    std::vector<std::thread> threads;
    for (unsigned lane = 0; lane < 32; ++lane) {
        threads.emplace_back([=] {
            threadIdx.x = lane;
            const Word* board = boards + 4 * lane;
            Search search{};
            search.board = board_of(board[0], board[1], board[2], board[3] != 0);
            search.mode = asks[lane] != 0 ? ASKING : WAITING;
            search.value = values[lane];
            WarpNetwork{weights}.answer(search);
            values[lane] = search.mode == ASKING ? 99'999 : search.value;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}
