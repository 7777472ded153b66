// The constants of the search: one list of name, value, minimum, maximum and step.
//
// In an ordinary build they are compile-time constants. In a tuning build (CROWNHEAD_TUNING) each thread has
// variables with these names, and each searcher its own values, so that two searchers in one process can play each
// other.
#pragma once

#include <array>
#include <cstddef>

namespace crownhead {

// The step is how far a tuner changes a value to see a difference. The constants above the line were tuned together
// with SPSA: 8,000 game pairs at 20,000 nodes a move with the classic evaluation.
#define CROWNHEAD_CONSTANTS(CONSTANT)                                                                 \
    CONSTANT(DEEPEST_REVERSE_FUTILITY, 5, 1, 12, 1)                                                   \
    CONSTANT(REVERSE_FUTILITY_MARGIN, 24, 5, 100, 4) /* for each ply */                               \
    CONSTANT(DEEPEST_FUTILITY, 4, 0, 12, 1)                                                           \
    CONSTANT(FUTILITY_MARGIN, 32, 5, 120, 5) /* for each ply */                                       \
    CONSTANT(MOVES_BEFORE_REDUCTION, 3, 1, 8, 1)                                                      \
    CONSTANT(REDUCTION_BASE, 70, 0, 200, 12)           /* hundredths of a ply */                      \
    CONSTANT(REDUCTION_DIVISOR, 136, 60, 400, 15)      /* hundredths */                               \
    CONSTANT(HISTORY_PER_PLY, 7000, 2000, 32000, 1000) /* history that is worth a ply of reduction */ \
    CONSTANT(PROBCUT_REDUCTION, 4, 2, 8, 1)                                                           \
    CONSTANT(PROBCUT_MARGIN, 25, 0, 120, 6)                                                           \
    CONSTANT(SHALLOWEST_UNKNOWN, 5, 2, 20, 1)                                                         \
    CONSTANT(FIRST_WINDOW, 8, 2, 60, 3)                                                               \
    /* ---- not tuned */                                                                              \
    CONSTANT(CUT_REDUCTION, 2, 0, 4, 1) /* plies more where a cut-off is expected */                  \
    CONSTANT(SHALLOWEST_REDUCTION, 3, 2, 6, 1)                                                        \
    CONSTANT(THREAT_PLIES, 1, 0, 4, 1) /* plies past the last, searched because a piece hangs */      \
    CONSTANT(WINDOW_GROWTH, 3, 2, 8, 1)                                                               \
    CONSTANT(HISTORY_BONUS, 32, 4, 200, 8) /* for each ply squared */                                 \
    CONSTANT(MOST_HISTORY_BONUS, 2048, 256, 8000, 300)                                                \
    /* ---- the share of a clock, in hundredths; not tuned */                                         \
    CONSTANT(UNSTEADY_SHARE, 130, 50, 300, 10)                                                        \
    CONSTANT(STEADY_SHARE, 7, 0, 15, 2) /* less for each depth that has not changed the best move */  \
    CONSTANT(MOST_STEADY_DEPTHS, 8, 1, 16, 1)                                                         \
    CONSTANT(DROP_SHARE, 100, 0, 400, 20) /* more where the score has dropped by as much as counts */ \
    CONSTANT(MOST_DROP, 30, 5, 100, 5)                                                                \
    CONSTANT(EFFORT_SHARE, 100, 0, 200, 15) /* less where all nodes went into the best move */
// clang-format on

struct Constant {
    const char* name;
    int value;
    int least;
    int most;
    int step;
};

#define CROWNHEAD_LIST(name, value, least, most, step) Constant{#name, value, least, most, step},
constexpr Constant CONSTANTS[] = {CROWNHEAD_CONSTANTS(CROWNHEAD_LIST)};
#undef CROWNHEAD_LIST

constexpr std::size_t CONSTANT_COUNT = std::size(CONSTANTS);

constexpr bool are_in_range() {
    for (const Constant& one : CONSTANTS) {
        if (one.least > one.value || one.value > one.most || one.step < 1) {
            return false;
        }
    }
    return true;
}
static_assert(are_in_range(), "a constant of the search lies outside its own range");

#ifdef CROWNHEAD_TUNING
constexpr bool TUNABLE = true;
#define CROWNHEAD_DEFINE(name, value, least, most, step) inline thread_local int name = value;
#else
constexpr bool TUNABLE = false;
#define CROWNHEAD_DEFINE(name, value, least, most, step) constexpr int name = value;
#endif
CROWNHEAD_CONSTANTS(CROWNHEAD_DEFINE)
#undef CROWNHEAD_DEFINE

// One value per constant, in the order of the list.
using ConstantValues = std::array<int, CONSTANT_COUNT>;

constexpr ConstantValues usual_constants() {
    ConstantValues values{};
    for (std::size_t index = 0; index < CONSTANT_COUNT; ++index) {
        values[index] = CONSTANTS[index].value;
    }
    return values;
}

// Called by each thread before it searches. Does nothing in an ordinary build.
inline void use_constants([[maybe_unused]] const ConstantValues& values) {
#ifdef CROWNHEAD_TUNING
    std::size_t index = 0;
#define CROWNHEAD_SET(name, value, least, most, step) name = values[index++];
    CROWNHEAD_CONSTANTS(CROWNHEAD_SET)
#undef CROWNHEAD_SET
#endif
}

}  // namespace crownhead
