// Evaluates positions with an emulated warp, for test_gpu_means.py.
#include <thread>
#include <vector>

#include "warp_network.hpp"

using namespace crownhead::gpu;

// Evaluates up to 32 positions, four words each: black, white, kings, and 1 for White to move. Values of positions
// that do not ask stay unchanged.
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
