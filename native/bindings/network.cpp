#include "bindings/network.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "bindings/raising.hpp"

namespace crownhead::bindings {
namespace {

using Masks = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Scores = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;
using Views = nb::ndarray<nb::numpy, std::int16_t, nb::shape<2, network::HIDDEN>>;

constexpr Raising as_engine_error{"EngineError", "network.no-memory"};

// A NumPy array that owns its data.
template <typename Array, typename T>
Array owned(std::unique_ptr<T[]> numbers, std::initializer_list<std::size_t> shape) {
    T* data = numbers.release();
    nb::capsule owner(data, [](void* old) noexcept { delete[] static_cast<T*>(old); });
    return Array(data, shape, owner);
}

// Python makes the error for anything else, as everywhere.
const Position& position_in(nb::handle given) {
    const Board* board = nullptr;
    if (!nb::try_cast(given, board) || board == nullptr) {
        const nb::object error = nb::module_::import_("crownhead.errors").attr("not_a_position")(given);
        PyErr_SetObject(error.type().ptr(), error.ptr());
        throw nb::python_error();
    }
    return board->position;
}

Views accumulate(const Network& self, nb::handle board) {
    network::Accumulators found;
    network::accumulate<network::Fastest>(self.network->weights(), position_in(board), found);
    auto numbers = std::make_unique<std::int16_t[]>(2 * network::HIDDEN);
    std::memcpy(numbers.get(), found.views, sizeof found.views);
    return owned<Views>(std::move(numbers), {2, network::HIDDEN});
}

// Reads positions from four arrays. Refuses the whole batch at the first impossible position.
Scores values(const Network& self, const Masks& black, const Masks& white, const Masks& kings, const Flags& turns) {
    const std::size_t count = black.shape(0);
    if (white.shape(0) != count || kings.shape(0) != count || turns.shape(0) != count) {
        raise("EngineError", Fault("network.lengths"));
    }
    auto scores = std::make_unique<std::int32_t[]>(count);
    as_engine_error([&] {
        for (std::size_t index = 0; index < count; ++index) {
            const Position position{{from_mask(black.data()[index]), from_mask(white.data()[index])},
                                    from_mask(kings.data()[index]),
                                    turns.data()[index] ? Side::White : Side::Black};
            if (const auto fault = fault_in(position)) {
                const auto number = static_cast<std::int64_t>(index);
                throw Fault("network.position", {{"number", number}, {"fault", std::make_shared<Fault>(*fault)}});
            }
            scores[index] = self.network->value(position);
        }
    });
    return owned<Scores>(std::move(scores), {count});
}

}  // namespace

void bind_network(nb::module_& module) {
    nb::class_<Network>(module, "Network", "A learned evaluation, from the bytes of its file. It never changes.")
        .def(
            "__init__",
            [](Network* self, nb::handle given) {
                nb::bytes data;
                if (!nb::try_cast(given, data)) {
                    raise("EngineError", Fault("network.bytes"));
                }
                const std::string_view bytes(data.c_str(), data.size());
                new (self) Network{as_engine_error([&] { return std::make_shared<const network::Network>(bytes); })};
            },
            nb::arg("data").none(), nb::sig("def __init__(self, data: bytes) -> None"))
        .def_prop_ro_static(
            "arithmetic", [](nb::handle) { return network::Fastest::NAME; },
            "The version of the arithmetic in this build: 'AVX2' or 'portable'.")
        .def(
            "value", [](const Network& self, nb::handle board) { return self.network->value(position_in(board)); },
            nb::arg("board").none(), nb::sig("def value(self, board: Board) -> int"),
            "The value of a position for the side to move, in hundredths of a man.")
        .def("accumulate", &accumulate, nb::arg("board").none(),
             nb::sig("def accumulate(self, board: Board) -> "
                     "Annotated[NDArray[numpy.int16], dict(shape=(2, 256))]"),
             "The sums of the first layer, made from scratch: Black's view, then White's.")
        .def("values", &values, nb::arg("black"), nb::arg("white"), nb::arg("kings"), nb::arg("white_to_move"),
             "The values of many positions: masks of 32 bits with square n at bit n - 1, and truth values.")
        .def(
            "check",
            [](const Network& self, int games, std::uint64_t seed) {
                return as_engine_error([&] { return self.network->check(games, seed); });
            },
            nb::arg("games"), nb::arg("seed"),
            "Plays random games, and compares sums brought up to date with new ones and the versions of the "
            "arithmetic with each other: how many positions. A difference is an EngineError.");
}

}  // namespace crownhead::bindings
