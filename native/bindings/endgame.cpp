#include "bindings/endgame.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "bindings/raising.hpp"
#include "endgame/build.hpp"
#include "endgame/tables.hpp"
#include "endgame/verify.hpp"

namespace crownhead::bindings {
namespace {

using namespace endgame;
using Path = std::filesystem::path;

constexpr Raising as_endgame_error{"EndgameError", "endgame.no-memory"};

// Ctrl-C and errors of the callback stop the work.
Progress telling(nb::handle progress) {
    return [progress](double share) {
        Locked locked;
        if (PyErr_CheckSignals() != 0) {
            throw Stopped();
        }
        if (progress.is_none()) {
            return;
        }
        PyObject* answer = until_the_end([&] { return PyObject_CallFunction(progress.ptr(), "d", share); });
        if (answer == nullptr) {
            throw Stopped();
        }
        Py_DECREF(answer);
    };
}

std::vector<std::string> names_of(const std::vector<Material>& materials) {
    std::vector<std::string> names;
    for (const Material& material : materials) {
        names.push_back(material.name());
    }
    return names;
}

const char* outcome_name(Code outcome) {
    return outcome == WIN ? "win" : outcome == LOSS ? "loss" : "draw";
}

nb::object as_pair(const Answer& answer) {
    if (!answer.known) {
        return nb::none();
    }
    return nb::make_tuple(outcome_name(answer.outcome), answer.plies < 0 ? nb::none() : nb::cast(answer.plies));
}

// Black's pieces, White's pieces and the kings, with Black to move.
nb::object masks_of(const Position& position) {
    return nb::make_tuple(to_mask(position.of(Side::Black)), to_mask(position.of(Side::White)),
                          to_mask(position.kings));
}

nb::object as_tuple(const File& file) {
    const Counts counts = file.counts();
    const bool has_longest = counts.longest >= 0;
    return nb::make_tuple(file.material().name(), file.has_distance(), file.index().size(), counts.wins, counts.draws,
                          counts.losses, has_longest ? nb::cast(counts.longest) : nb::none(),
                          has_longest ? masks_of(position_of(file.index().position(counts.longest_index))) : nb::none(),
                          file.bytes());
}

nb::object probe(EndgameTables& self, const Board& board) {
    return board.rules == Rules{} ? as_pair(self.tables->probe(board.position, self.cache)) : nb::none();
}

nb::list slices_in(const EndgameTables& self) {
    nb::list all;
    for (const auto& file : self.tables->files()) {
        all.append(as_tuple(*file));
    }
    return all;
}

nb::object verify_slice(const Path& folder, const std::string& name, bool distance, std::uint64_t sample,
                        std::uint64_t seed, nb::handle progress) {
    const Finding finding = as_endgame_error([&] {
        const Material material = Material::named(name);
        const Tables tables(folder);
        for (const auto& file : tables.files()) {
            if (file->material() == material && file->has_distance() == distance) {
                (void)File(folder / file_name(material, distance), true);  // throws a Fault if it is damaged
                return verify(tables, *file, sample, seed, telling(progress));
            }
        }
        throw Fault("endgame.missing", {{"path", (folder / file_name(material, distance)).string()}});
    });
    return nb::make_tuple(finding.checked, !finding.counts_differ,
                          finding.position ? masks_of(*finding.position) : nb::none(),
                          finding.position ? as_pair(finding.stored) : nb::none(),
                          finding.position ? as_pair(finding.expected) : nb::none());
}

bool is_whole(const Path& folder, const std::string& name, bool distance) {
    const Path path = folder / as_endgame_error([&] { return file_name(Material::named(name), distance); });
    try {
        const File file(path, true);
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}

void bind_slices(nb::module_& module) {
    module.attr("ENDGAME_PIECES") = MAX_PIECES;
    module.attr("ENDGAME_VERSION") = FILE_VERSION;
    module.def(
        "endgame_slices", [](int pieces) { return names_of(slices_of(pieces)); }, nb::arg("pieces"),
        "The slices with this many pieces: digits for own men, own kings, enemy men and enemy kings.");
    module.def(
        "endgame_twin",
        [](const std::string& name) { return as_endgame_error([&] { return Material::named(name).twin().name(); }); },
        nb::arg("name"), "The slice that quiet moves lead to; the two are built together.");
    module.def(
        "endgame_needs",
        [](const std::string& name) {
            return as_endgame_error([&] { return names_of(needs_of(Material::named(name))); });
        },
        nb::arg("name"), "The slices that this one and its twin need before they are built.");
    module.def(
        "endgame_positions",
        [](const std::string& name) { return as_endgame_error([&] { return Index(Material::named(name)).size(); }); },
        nb::arg("name"), "The number of positions of a slice.");
    module.def(
        "endgame_memory",
        [](const std::string& name, bool distance) {
            return as_endgame_error([&] { return memory_for(Material::named(name), distance); });
        },
        nb::arg("name"), nb::arg("distance"), "The most memory that building a slice and its twin takes, in bytes.");
    module.def(
        "endgame_file",
        [](const std::string& name, bool distance) {
            return as_endgame_error([&] { return file_name(Material::named(name), distance); });
        },
        nb::arg("name"), nb::arg("distance"), "The name of a slice's file in the folder of tables.");
    module.def("endgame_is_whole", &is_whole, nb::arg("folder"), nb::arg("name"), nb::arg("distance"),
               nb::sig("def endgame_is_whole(folder: str | os.PathLike[str], name: str, distance: bool) -> bool"),
               "Whether a slice has a file that this program can read completely.");
}

}  // namespace

void bind_endgame(nb::module_& module) {
    bind_slices(module);
    module.def(
        "endgame_solve",
        [](const Path& folder, const std::string& name, bool distance, nb::handle progress) {
            as_endgame_error([&] { build(folder, Material::named(name), distance, telling(progress)); });
        },
        nb::arg("folder"), nb::arg("name"), nb::arg("distance"), nb::arg("progress").none(),
        nb::sig("def endgame_solve(folder: str | os.PathLike[str], name: str, distance: bool, progress: "
                "collections.abc.Callable[[float], object] | None) -> None"),
        "Solves a slice and its twin and writes their files; an error of progress, which is told the share done, ends "
        "it.");
    module.def(
        "endgame_verify", &verify_slice, nb::arg("folder"), nb::arg("name"), nb::arg("distance"), nb::arg("sample"),
        nb::arg("seed"), nb::arg("progress").none(),
        nb::sig("def endgame_verify(folder: str | os.PathLike[str], name: str, distance: bool, sample: int, seed: int, "
                "progress: collections.abc.Callable[[float], object] | None) -> tuple[int, bool, tuple[int, int, int] "
                "| None, tuple[str, int | None] | None, tuple[str, int | None] | None]"),
        "Compares positions with their successors, all of them where sample is 0: how many, whether the file's counts "
        "are right, and the first that is wrong (masks, Black to move) with what is stored and what should be.");
    nb::class_<EndgameTables>(module, "EndgameTables", "The endgame tables of a folder.")
        .def(
            "__init__",
            [](EndgameTables* self, const Path& folder, bool thorough) {
                as_endgame_error([&] { new (self) EndgameTables{std::make_shared<const Tables>(folder, thorough)}; });
            },
            nb::arg("folder"), nb::arg("thorough") = false,
            nb::sig("def __init__(self, folder: str | os.PathLike[str], thorough: bool = False) -> None"))
        .def("probe", &probe, nb::arg("board"),
             nb::sig("def probe(self, board: Board) -> tuple[str, int | None] | None"),
             "'win', 'loss' or 'draw' for the side to move, and the plies to the end; None where that is not known.")
        .def("slices", &slices_in,
             nb::sig("def slices(self) -> list[tuple[str, bool, int, int, int, int, int | None, tuple[int, int, int] | "
                     "None, int]]"),
             "Name, whether it has distances, positions, wins, draws, losses, the plies of the longest win and a "
             "position that takes so long (masks, Black to move), bytes; for each file.")
        .def_prop_ro(
            "most_pieces", [](const EndgameTables& self) { return self.tables->most_pieces(); },
            "The tables know every position with up to this many pieces.");
}

}  // namespace crownhead::bindings
