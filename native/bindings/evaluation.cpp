#include <nanobind/stl/string.h>

#include <array>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "evaluation/evaluate.hpp"
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

void bind_evaluation(nb::module_& module) {
    module.attr("TEACHING_UNIT") = TEACHING_UNIT;
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
