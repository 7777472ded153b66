#include <nanobind/stl/string.h>

#include <array>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "evaluation/evaluate.hpp"
#include "evaluation/features.hpp"
#include "evaluation/teaching.hpp"

namespace crownhead::bindings {

constexpr std::array<const char*, TEACHING_EVALUATIONS> NAMES = {"captures", "advance", "pieces", "weighted", "halves"};

Teaching teaching_named(const std::string& name) {
    for (std::size_t index = 0; index < NAMES.size(); ++index) {
        if (name == NAMES[index]) {
            return static_cast<Teaching>(index);
        }
    }
    raise("EngineError", "no evaluation has this name");
}

// For the tuner: what the evaluation counts in a position, its own side less the other.
nb::bytes feature_counts(const Board& board) {
    std::array<std::int8_t, feature::COUNT> counts{};
    const auto add = [&](int index, int count) {
        counts[static_cast<std::size_t>(index)] =
            static_cast<std::int8_t>(counts[static_cast<std::size_t>(index)] + count);
    };
    for_each_feature(board.position, add, [&](int index, int count) { add(index, -count); });
    return nb::bytes(reinterpret_cast<const char*>(counts.data()), counts.size());
}

void bind_evaluation(nb::module_& module) {
    module.attr("TEACHING_UNIT") = TEACHING_UNIT;
    module.attr("FEATURES") = feature::COUNT;
    module.def("feature_counts", &feature_counts, nb::arg("board"),
               "What the evaluation counts for the side to move, less what it counts for the other: signed bytes.");
    module.def(
        "evaluate_teaching",
        [](const Board& board, const std::string& name, bool white) {
            return evaluate(teaching_named(name), board.position, white ? Side::White : Side::Black);
        },
        nb::arg("board"), nb::arg("name"), nb::arg("white"),
        "A named evaluation for one side, in units of 1/TEACHING_UNIT.");
    module.def(
        "evaluate", [](const Board& board) { return evaluate(board.position); }, nb::arg("board"),
        "The engine's own evaluation for the side to move, in hundredths of a man.");
}

}  // namespace crownhead::bindings
