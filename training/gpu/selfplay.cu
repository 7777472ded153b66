// The library that Python loads: self-play on the GPU, and the same on the processor for tests and checks.
// Compiled by nvcc it has both; compiled as C++ it has the second alone.
#include <vector>

#include "game.hpp"

using namespace crownhead::gpu;

namespace {

#ifdef __CUDACC__

constexpr int THREADS = 640;  // of a block, one block a multiprocessor: as many as its shared memory has stacks for
constexpr int STACK_BYTES = THREADS * FRAMES * FRAME_WORDS * 4;

__global__ void __launch_bounds__(THREADS, 1)
    drive_games(Game* games, Entry* tables, unsigned number, Settings settings, Output output, unsigned steps) {
    extern __shared__ Word words[];
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < number) {
        const Stack stack{words + threadIdx.x, THREADS};
        drive(games[index], stack, tables + (static_cast<std::size_t>(index) << TABLE_BITS), settings, output, steps);
    }
}

__global__ void found_games(Game* games, unsigned number, Settings settings, std::uint64_t seed) {
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < number) {
        found(games[index], settings, seed, index);
    }
}

#endif

int plain_value(const Board& board, int depth, int frame) {
    const Moves moves = moves_of(board);
    if (moves.none()) {
        return frame - WIN;
    }
    if (frame == FRAMES || (frame > 0 && depth == 0 && !moves.jumps)) {
        return evaluate(board);
    }
    int best = -INFINITE;
    for (int move = next_move(moves, 0); move < NO_MOVE; move = next_move(moves, move + 1)) {
        const Board next = after(board, move, moves.jumps);
        const bool same = next.chain != NO_CHAIN;
        const int value = plain_value(next, same || depth == 0 ? depth : depth - 1, frame + 1);
        best = same ? (value > best ? value : best) : (-value > best ? -value : best);
    }
    return best;
}

std::uint64_t leaves(const Board& board, int depth) {
    if (depth == 0) {
        return 1;
    }
    const Moves moves = moves_of(board);
    std::uint64_t sum = 0;
    for (int move = next_move(moves, 0); move < NO_MOVE; move = next_move(moves, move + 1)) {
        const Board next = after(board, move, moves.jumps);
        sum += leaves(next, next.chain != NO_CHAIN ? depth : depth - 1);
    }
    return sum;
}

}  // namespace

extern "C" {

// Sizes that Python must know: of a game, of a game's table, of a record and of the counters.
void crownhead_sizes(std::int32_t* sizes) {
    sizes[0] = sizeof(Game);
    sizes[1] = static_cast<std::int32_t>(sizeof(Entry) << TABLE_BITS);
    sizes[2] = sizeof(Record);
    sizes[3] = COUNTERS;
}

#ifdef __CUDACC__

// How many games fill the GPU, or a negative error.
int crownhead_gpu_games() {
    int processors = 0;
    const cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    return error == cudaSuccess ? processors * THREADS : -static_cast<int>(error);
}

int crownhead_gpu_found(Game* games, unsigned number, const Settings* settings, std::uint64_t seed) {
    found_games<<<(number + 127) / 128, 128>>>(games, number, *settings, seed);
    return static_cast<int>(cudaDeviceSynchronize());
}

// Plays on in all games; returns when that is done. All pointers but the settings are the GPU's.
int crownhead_gpu_drive(Game* games, Entry* tables, unsigned number, const Settings* settings, Record* records,
                        std::uint64_t capacity, unsigned long long* counters, unsigned steps) {
    cudaError_t error = cudaFuncSetAttribute(drive_games, cudaFuncAttributeMaxDynamicSharedMemorySize, STACK_BYTES);
    if (error != cudaSuccess) {
        return static_cast<int>(error);
    }
    const Output output{records, capacity, counters, nullptr};
    drive_games<<<(number + THREADS - 1) / THREADS, THREADS, STACK_BYTES>>>(games, tables, number, *settings, output,
                                                                            steps);
    error = cudaGetLastError();
    return static_cast<int>(error != cudaSuccess ? error : cudaDeviceSynchronize());
}

#endif

void crownhead_found(Game* games, unsigned number, const Settings* settings, std::uint64_t seed) {
    for (unsigned index = 0; index < number; ++index) {
        found(games[index], *settings, seed, index);
    }
}

void crownhead_drive(Game* games, Entry* tables, unsigned number, const Settings* settings, Record* records,
                     std::uint64_t capacity, unsigned long long* counters, unsigned steps, Word* trace) {
    Word words[FRAMES * FRAME_WORDS];
    const Output output{records, capacity, counters, trace};
    for (unsigned index = 0; index < number; ++index) {
        drive(games[index], {words, 1}, tables + (static_cast<std::size_t>(index) << TABLE_BITS), *settings, output,
              steps);
    }
}

std::uint64_t crownhead_perft(Word black, Word white, Word kings, int white_to_move, int depth) {
    return leaves(board_of(black, white, kings, white_to_move != 0), depth);
}

int crownhead_evaluate(Word black, Word white, Word kings, int white_to_move) {
    return evaluate(board_of(black, white, kings, white_to_move != 0));
}

// The value by plain minimax, without windows or a table.
int crownhead_minimax(Word black, Word white, Word kings, int white_to_move, int depth) {
    return plain_value(board_of(black, white, kings, white_to_move != 0), depth, 0);
}

// The value by the search that plays, with a table that begins empty.
int crownhead_search(Word black, Word white, Word kings, int white_to_move, const Settings* settings) {
    std::vector<Entry> table(std::size_t{1} << TABLE_BITS, Entry{0, 0});
    Word words[FRAMES * FRAME_WORDS] = {};
    const Stack stack{words, 1};
    Search search{};
    begin_search(search, stack, board_of(black, white, kings, white_to_move != 0));
    while (search.mode != WAITING) {
        step(search, stack, table.data(), *settings);
    }
    return search.score;
}

}  // extern "C"
