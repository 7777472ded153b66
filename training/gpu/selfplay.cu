// The library that Python loads: self-play on the GPU, and the same on the CPU for tests and checks. nvcc compiles
// both; a C++ compiler only the second.
#include <vector>

#include "evaluation.hpp"
#include "game.hpp"
#include "network.hpp"
#ifdef __CUDACC__
#include "warp_network.hpp"
#endif

using namespace crownhead::gpu;

namespace {

#ifdef __CUDACC__

constexpr int SHARED_BYTES = 227 * 1024;  // shared memory of a multiprocessor for one block
constexpr int THREAD_BYTES = FRAMES * FRAME_WORDS * 4;

// Threads of a block, one block a multiprocessor: as many stacks as fit into its shared memory beside the weights.
constexpr int threads_beside(int bytes) {
    return (SHARED_BYTES - bytes) / THREAD_BYTES / 32 * 32;
}

// Plays with the classic evaluation or a network.
template <bool Learned>
constexpr int THREADS = threads_beside(Learned ? sizeof(Weights) : 0);
template <bool Learned>
constexpr int BLOCK_BYTES = THREADS<Learned> * THREAD_BYTES + (Learned ? sizeof(Weights) : 0);

// State that the threads of a launch share.
struct Launch {
    Game* games;
    Entry* tables;
    unsigned number;  // of games, whole warps of them
    unsigned steps;
    const Weights* weights;
    Endgame endgame;
    Settings settings;
    Output output;
};

template <bool Learned>
__global__ void __launch_bounds__(THREADS<Learned>, 1) drive_games(const __grid_constant__ Launch launch) {
    extern __shared__ uint4 shared[];
    constexpr unsigned QUADS = Learned ? sizeof(Weights) / sizeof(uint4) : 0;
    if constexpr (Learned) {
        for (unsigned at = threadIdx.x; at < QUADS; at += blockDim.x) {
            shared[at] = reinterpret_cast<const uint4*>(launch.weights)[at];
        }
        __syncthreads();
    }
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= launch.number) {
        return;
    }
    const Stack stack{reinterpret_cast<Word*>(shared + QUADS) + threadIdx.x, THREADS<Learned>};
    Entry* table = launch.tables + (static_cast<std::size_t>(index) << TABLE_BITS);
    if constexpr (Learned) {
        const WarpNetwork network{reinterpret_cast<const Weights*>(shared)};
        drive(launch.games[index], stack, table, network, launch.endgame, launch.settings, launch.output, launch.steps);
    } else {
        drive(launch.games[index], stack, table, HandMade{}, launch.endgame, launch.settings, launch.output,
              launch.steps);
    }
}

template <bool Learned>
cudaError_t launch_games(const Launch& launch) {
    constexpr int threads = THREADS<Learned>, bytes = BLOCK_BYTES<Learned>;
    const cudaError_t error =
        cudaFuncSetAttribute(drive_games<Learned>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess) {
        return error;
    }
    drive_games<Learned><<<(launch.number + threads - 1) / threads, threads, bytes>>>(launch);
    return cudaGetLastError();
}

__global__ void found_games(Game* games, unsigned number, Settings settings, std::uint64_t seed) {
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < number) {
        found(games[index], settings, seed, index);
    }
}

#endif

// Plain minimax, for tests.
template <typename Evaluation>
int plain_value(const Evaluation& evaluation, const Endgame& endgame, int pieces, const Board& board, int depth,
                int frame) {
    const Moves moves = moves_of(board);
    if (moves.none()) {
        return frame - WIN;
    }
    if (frame > 0 && board.chain == NO_CHAIN && count(board.own | board.other) <= pieces) {
        return endgame.result(board) * (TABLE_WIN - frame);
    }
    if (frame == FRAMES || (frame > 0 && depth == 0 && !moves.jumps)) {
        return evaluation.value(board);
    }
    int best = -INFINITE;
    for (int move = next_move(moves, 0); move < NO_MOVE; move = next_move(moves, move + 1)) {
        const Board next = after(board, move, moves.jumps);
        const bool same = next.chain != NO_CHAIN;
        const int value =
            plain_value(evaluation, endgame, pieces, next, same || depth == 0 ? depth : depth - 1, frame + 1);
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

template <typename Evaluation>
int searched_value(const Evaluation& evaluation, const Endgame& endgame, const Settings& settings, const Board& board) {
    std::vector<Entry> table(std::size_t{1} << TABLE_BITS, Entry{0, 0});
    Word words[FRAMES * FRAME_WORDS] = {};
    const Stack stack{words, 1};
    Search search{};
    search.looks_up = true;
    begin_search(search, stack, board);
    while (search.mode != WAITING) {
        step(search, stack, table.data(), endgame, settings);
        evaluation.answer(search);
    }
    return search.score;
}

// Calls a function with the right evaluation: the network, or the hand-made one if there is none.
template <typename Use>
auto with_evaluation(const Weights* weights, Use&& use) {
    return weights != nullptr ? use(PlainNetwork{weights}) : use(HandMade{});
}

}  // namespace

extern "C" {

// Sizes for Python: of a game, a game's table, a record, the counters, a network's memory, and one of its layers for
// each view.
void crownhead_sizes(std::int32_t* sizes) {
    sizes[0] = sizeof(Game);
    sizes[1] = static_cast<std::int32_t>(sizeof(Entry) << TABLE_BITS);
    sizes[2] = sizeof(Record);
    sizes[3] = COUNTERS;
    sizes[4] = sizeof(Weights);
    sizes[5] = HIDDEN;
}

#ifdef __CUDACC__

// The number of games that fill the GPU, or a negative error.
int crownhead_gpu_games(int learned) {
    int processors = 0;
    const cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    const int threads = learned != 0 ? THREADS<true> : THREADS<false>;
    return error == cudaSuccess ? processors * threads : -static_cast<int>(error);
}

int crownhead_gpu_found(Game* games, unsigned number, const Settings* settings, std::uint64_t seed) {
    found_games<<<(number + 127) / 128, 128>>>(games, number, *settings, seed);
    return static_cast<int>(cudaDeviceSynchronize());
}

// Continues all games, which fill whole warps, and returns when that is done. All pointers but the settings are GPU
// pointers. Without weights, the classic evaluation plays.
int crownhead_gpu_drive(Game* games, Entry* tables, unsigned number, const Settings* settings, const Word* endgame,
                        const Weights* weights, Record* records, std::uint64_t capacity, unsigned long long* counters,
                        unsigned steps) {
    const Launch launch{games,   tables,    number,    steps,
                        weights, {endgame}, *settings, {records, capacity, counters, nullptr}};
    const cudaError_t error = weights != nullptr ? launch_games<true>(launch) : launch_games<false>(launch);
    return static_cast<int>(error != cudaSuccess ? error : cudaDeviceSynchronize());
}

#endif

void crownhead_found(Game* games, unsigned number, const Settings* settings, std::uint64_t seed) {
    for (unsigned index = 0; index < number; ++index) {
        found(games[index], *settings, seed, index);
    }
}

void crownhead_drive(Game* games, Entry* tables, unsigned number, const Settings* settings, const Word* endgame,
                     const Weights* weights, Record* records, std::uint64_t capacity, unsigned long long* counters,
                     unsigned steps, Word* trace) {
    Word words[FRAMES * FRAME_WORDS];
    const Output output{records, capacity, counters, trace};
    with_evaluation(weights, [&](const auto& evaluation) {
        for (unsigned index = 0; index < number; ++index) {
            drive(games[index], {words, 1}, tables + (static_cast<std::size_t>(index) << TABLE_BITS), evaluation,
                  Endgame{endgame}, *settings, output, steps);
        }
    });
}

std::uint64_t crownhead_perft(Word black, Word white, Word kings, int white_to_move, int depth) {
    return leaves(board_of(black, white, kings, white_to_move != 0), depth);
}

// Converts weights from training order into the memory layout of a network.
void crownhead_pack(const std::int8_t* features, const std::int32_t* bias, const std::int8_t* second,
                    const std::int32_t* unit_bias, const std::int8_t* last, const std::int32_t* head_bias,
                    Weights* weights) {
    pack(features, bias, second, unit_bias, last, head_bias, *weights);
}

int crownhead_evaluate(Word black, Word white, Word kings, int white_to_move, const Weights* weights) {
    const Board board = board_of(black, white, kings, white_to_move != 0);
    return with_evaluation(weights, [&](const auto& evaluation) { return evaluation.value(board); });
}

// The output of the network.
int crownhead_output(Word black, Word white, Word kings, int white_to_move, const Weights* weights) {
    return plain_output(*weights, board_of(black, white, kings, white_to_move != 0));
}

// The value by plain minimax, without windows or a table.
int crownhead_minimax(Word black, Word white, Word kings, int white_to_move, const Settings* settings,
                      const Word* endgame, const Weights* weights) {
    const Board board = board_of(black, white, kings, white_to_move != 0);
    return with_evaluation(weights, [&](const auto& evaluation) {
        return plain_value(evaluation, Endgame{endgame}, settings->pieces, board, settings->depth, 0);
    });
}

// The value by the real search, with an empty table.
int crownhead_search(Word black, Word white, Word kings, int white_to_move, const Settings* settings,
                     const Word* endgame, const Weights* weights) {
    const Board board = board_of(black, white, kings, white_to_move != 0);
    return with_evaluation(weights, [&](const auto& evaluation) {
        return searched_value(evaluation, Endgame{endgame}, *settings, board);
    });
}

}  // extern "C"
