#include <nanobind/stl/string.h>

#include <array>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "evaluation/evaluate.hpp"
#include "evaluation/parts.hpp"
#include "evaluation/teaching.hpp"

namespace crownhead::bindings {

constexpr std::array<const char*, TEACHING_EVALUATIONS> NAMES = {"captures", "advance", "pieces", "weighted", "halves"};

Teaching teaching_named(const std::string& name) {
    for (std::size_t index = 0; index < NAMES.size(); ++index) {
        if (name == NAMES[index]) {
            return static_cast<Teaching>(index);
        }
    }
    raise("EngineError", Fault("unknown.evaluation", {{"name", name}}));
}

// For the tuner: the counts of the evaluation, the side to move less the other.
nb::bytes feature_counts(const Board& board) {
    std::array<std::int8_t, feature::COUNT> counts{};
    const auto add = [&](int index, int count, Bits) {
        counts[static_cast<std::size_t>(index)] =
            static_cast<std::int8_t>(counts[static_cast<std::size_t>(index)] + count);
    };
    for_each_feature(board.position, add, [&](int index, int count, Bits squares) { add(index, -count, squares); });
    return nb::bytes(reinterpret_cast<const char*>(counts.data()), counts.size());
}

// For explanations. The sum of the worth is the evaluation before rounding.
nb::list evaluation_parts(const Board& board) {
    nb::list parts;
    for_each_part(board.position, [&](const Part& part) {
        parts.append(nb::make_tuple(feature::group_name(part.feature), part.side == Side::White, part.count,
                                    to_mask(part.squares), part.worth));
    });
    return parts;
}

void bind_evaluation(nb::module_& module) {
    module.attr("TEACHING_UNIT") = TEACHING_UNIT;
    module.attr("FEATURES") = feature::COUNT;
    module.def("feature_counts", &feature_counts, nb::arg("board"),
               "The counts of the evaluation for the side to move less those for the other, as signed bytes.");
    module.attr("WORTH_UNIT") = WORTH_UNIT;
    module.def("evaluation_parts", &evaluation_parts, nb::arg("board"),
               nb::sig("def evaluation_parts(board: Board) -> list[tuple[str, bool, int, int, int]]"),
               "What the engine's own evaluation counts: what it is, whether it is White's, how many, a mask of "
               "squares, and what it is worth to its side, in units of 1/WORTH_UNIT of a hundredth of a man.");
    module.def(
        "evaluate_teaching",
        [](const Board& board, const std::string& name, bool white) {
            return evaluate(teaching_named(name), board.position, board.rules, white ? Side::White : Side::Black);
        },
        nb::arg("board"), nb::arg("name"), nb::arg("white"),
        "A named evaluation for one side, in units of 1/TEACHING_UNIT.");
    module.def(
        "evaluate", [](const Board& board) { return evaluate(board.position); }, nb::arg("board"),
        "The engine's own evaluation for the side to move, in hundredths of a man.");
}

}  // namespace crownhead::bindings
