#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "bindings/endgame.hpp"
#include "bindings/gil.hpp"
#include "bindings/move.hpp"
#include "bindings/network.hpp"
#include "search/process.hpp"
#include "search/searcher.hpp"
#include "search/textbook.hpp"

namespace crownhead::bindings {

Teaching teaching_named(const std::string& name);

namespace {

// Ctrl-C stops a search, and so does the caller's callback. An error in the callback counts as a yes.
bool interrupted(const nb::object& should_stop) {
    Locked locked;
    if (PyErr_CheckSignals() != 0) {
        return true;
    }
    if (should_stop.is_none()) {
        return false;
    }
    PyObject* answer = until_the_end([&] { return PyObject_CallNoArgs(should_stop.ptr()); });
    const bool stop = answer == nullptr || PyObject_IsTrue(answer) != 0;
    Py_XDECREF(answer);
    return stop;
}

Method method_named(const std::string& name) {
    if (name == "minimax") {
        return Method::Minimax;
    }
    if (name == "alphabeta") {
        return Method::AlphaBeta;
    }
    return name == "ordered" ? Method::Ordered : Method::Table;
}

nb::object textbook(const Board& board, const std::string& method, const std::string& evaluation, int depth,
                    const nb::object& should_stop) {
    const Teaching teaching = teaching_named(evaluation);
    TextbookAnswer answer;
    bool stopped = false;
    {
        Unlocked unlocked;
        answer = search_textbook(method_named(method), teaching, board.position, board.rules, depth,
                                 [&] { return stopped = interrupted(should_stop); });
    }
    if (PyErr_Occurred() != nullptr) {
        throw nb::python_error();
    }
    if (stopped) {
        return nb::none();
    }
    MoveList moves;
    generate(board, moves);
    const bool has_move = depth > 0 && !moves.empty();
    return nb::make_tuple(answer.value, has_move ? wrap(moves, answer.best) : nb::none(), answer.counts.nodes,
                          answer.counts.leaves, answer.counts.cutoffs);
}

// A question to a search: the board, the earlier positions that can recur, and the moves to consider, or none for
// all.
struct Question {
    Board board;
    Root root;
};

// A search in the background. Its reports wait in its own queue, so callers never read each other's. In a forked
// process, a search of the parent counts as finished.
class Search : public ProcessBound {
public:
    Search(Searcher& searcher, const Board& board)
        : searcher_(searcher), position_(board.position), rules_(board.rules) {}

    // The next report. None if there is none in time, or if the search is over.
    nb::object next(double seconds) {
        if (is_inherited()) {
            return nb::none();
        }
        Report report;
        bool found = false;
        {
            Unlocked unlocked;
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                              [this] { return !reports_.empty() || !running_; });
            if (!reports_.empty()) {
                report = std::move(reports_.front());
                reports_.pop_front();
                found = true;
            }
        }
        return found ? as_tuple(report) : nb::none();
    }

    bool has_more() {
        if (is_inherited()) {
            return false;
        }
        std::lock_guard lock(mutex_);
        return running_ || !reports_.empty();
    }

    // Stops this search, and no later one.
    void stop() {
        if (is_inherited()) {
            return;
        }
        std::lock_guard lock(mutex_);
        stopped_ = true;
        if (running_) {
            searcher_.stop();
        }
    }

    bool is_wanted() {
        std::lock_guard lock(mutex_);
        return running_ && !stopped_;
    }

    // Whether memory ran out.
    bool has_failed() {
        if (is_inherited()) {
            return false;
        }
        std::lock_guard lock(mutex_);
        return failed_;
    }

    void add(const Report& report) {
        {
            std::lock_guard lock(mutex_);
            reports_.push_back(report);
        }
        changed_.notify_all();
    }

    void finish(bool had_memory) {
        {
            std::lock_guard lock(mutex_);
            running_ = false;
            failed_ = !had_memory;
        }
        changed_.notify_all();
    }

private:
    nb::object as_tuple(const Report& report) const {
        nb::list line;
        Board board{position_, rules_, nb::none()};
        for (const Move& move : report.moves) {
            MoveList moves;
            generate(board, moves);
            line.append(wrap(moves, move));
            board.position = board.position.play(move);
        }
        return nb::make_tuple(report.line, report.depth, report.selective_depth, report.score, report.nodes,
                              report.seconds, report.fill, line);
    }

    Searcher& searcher_;
    Position position_;
    Rules rules_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Report> reports_;
    bool running_ = true;
    bool stopped_ = false;
    bool failed_ = false;
};

// The threads and the table that searches share. Any thread may call; one search runs at a time. In a forked process,
// the parent's session refuses everything but stop().
class Session : public ProcessBound {
public:
    Session(int threads, std::size_t megabytes, bool patient) : searcher_(threads, megabytes, patient) {}

    // Returns null while another search runs that nobody has stopped.
    std::shared_ptr<Search> start(const Question& question, const DrawRules& draws, const Limits& limits, int lines) {
        auto search = make_process_bound<Search>(searcher_, question.board);
        bool refused = false;
        const bool started = unless_busy([&] {
            searcher_.wait();
            current_ = search;
            try {
                searcher_.start(
                    question.root, question.board.rules, draws, limits, lines,
                    [search](const Report& report) { search->add(report); },
                    [search](bool had_memory) { search->finish(had_memory); });
            } catch (const std::exception&) {
                search->finish(false);
                refused = true;
            }
        });
        if (refused) {
            raise("NoRoomError", Fault("engine.no-room"));
        }
        return started ? search : nullptr;
    }

    // Returns whether the tables, network or constants are in use now. They are refused while a search runs that
    // nobody has stopped.
    template <typename... What>
    bool use(What... what) {
        return unless_busy([&] { searcher_.use(std::move(what)...); });
    }

    void stop() {
        if (is_inherited()) {
            return;
        }
        Unlocked unlocked;
        std::lock_guard lock(mutex_);
        if (current_) {
            current_->stop();
        }
    }

    // Returns whether everything was forgotten. Refused while a search runs that nobody has stopped.
    bool clear() {
        return unless_busy([&] { searcher_.clear(); });
    }

private:
    template <typename Do>
    bool unless_busy(Do&& what) {
        if (is_inherited()) {
            raise("EngineError", Fault("engine.forked"));
        }
        Unlocked unlocked;
        std::lock_guard lock(mutex_);
        if (current_ && current_->is_wanted()) {
            return false;
        }
        what();
        return true;
    }

    Searcher searcher_;
    std::mutex mutex_;
    std::shared_ptr<Search> current_;
};

Question question_of(const Board& board, const std::vector<const Board*>& earlier, int quiet_plies,
                     const std::vector<const PlayedMove*>& root_moves) {
    Root root{board.position, quiet_plies, {}, {}};
    for (const PlayedMove* chosen : root_moves) {
        root.chosen.push_back(chosen->move);
    }
    for (const Board* before : earlier) {
        root.earlier.push_back(before->position.hash());
    }
    return {board, root};
}

nb::list constants() {
    nb::list listed;
    for (const Constant& one : CONSTANTS) {
        listed.append(nb::make_tuple(one.name, one.value, one.least, one.most, one.step));
    }
    return listed;
}

void bind_values(nb::module_& module) {
    nb::class_<Question>(module, "Question", "A question to a search.")
        .def(
            "__init__",
            [](Question* self, const Board& board, const std::vector<const Board*>& earlier, int quiet_plies,
               const std::vector<const PlayedMove*>& root_moves) {
                new (self) Question(question_of(board, earlier, quiet_plies, root_moves));
            },
            nb::arg("board"), nb::arg("earlier"), nb::arg("quiet_plies"), nb::arg("root_moves"),
            nb::sig("def __init__(self, board: Board, earlier: collections.abc.Sequence[Board], quiet_plies: int, "
                    "root_moves: collections.abc.Sequence[Move]) -> None"));
    nb::class_<DrawRules>(module, "DrawRules", "The draw rules; 0 means never.")
        .def(nb::init<int, int, bool>(), nb::arg("quiet_limit"), nb::arg("repetition_limit"),
             nb::arg("quiet_counts_men"));
    nb::class_<Limits>(module, "SearchLimits", "The limits of a search; 0 means no limit.")
        .def(
            "__init__",
            [](Limits* self, int depth, std::uint64_t nodes, double seconds, double soft_seconds, double cpu_seconds) {
                new (self) Limits();
                self->depth = depth > 0 && depth < self->depth ? depth : self->depth;
                self->nodes = nodes;
                self->seconds = seconds;
                self->soft_seconds = soft_seconds;
                self->cpu_seconds = cpu_seconds;
            },
            nb::kw_only(), nb::arg("depth"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("soft_seconds"),
            nb::arg("cpu_seconds"));
}

void bind_session(nb::module_& module) {
    nb::class_<Search>(module, "Search", "A search in the background. Any thread may call.")
        .def("next", &Search::next, nb::arg("seconds"),
             nb::sig("def next(self, seconds: float) -> tuple[int, int, int, int, int, float, int, list[Move]] | None"),
             "The next report: the line, where 0 is the best, the depths in full and at most, the score, the nodes, "
             "the seconds, how full the table is in thousandths, and the moves. None if there is none in time.")
        .def("has_more", &Search::has_more)
        .def("has_failed", &Search::has_failed)
        .def("stop", &Search::stop);
    nb::class_<Session>(module, "Session", "Threads and a table for one search at a time. Any thread may call.")
        .def(nb::new_([](int threads, std::size_t megabytes, bool patient) {
                 return make_process_bound<Session>(threads, megabytes, patient);
             }),
             nb::arg("threads"), nb::arg("megabytes"), nb::arg("patient") = false)
        .def_prop_ro("is_inherited", &Session::is_inherited, "Whether it belongs to the parent process of a fork.")
        .def("start", &Session::start, nb::arg("question"), nb::arg("draws"), nb::arg("limits"), nb::arg("lines"),
             nb::keep_alive<0, 1>(),
             nb::sig("def start(self, question: Question, draws: DrawRules, limits: SearchLimits, lines: int) "
                     "-> Search | None"),
             "Start a search; None while another one runs.")
        .def("stop", &Session::stop)
        .def(
            "use_tables",
            [](Session& self, const EndgameTables* tables, int most_pieces) {
                return self.use(tables == nullptr ? nullptr : tables->tables, most_pieces);
            },
            nb::arg("tables").none(), nb::arg("most_pieces"),
            "Use endgame tables from now on; returns False while a search runs.")
        .def(
            "use_network",
            [](Session& self, const Network* network) {
                return self.use(network == nullptr ? nullptr : network->network);
            },
            nb::arg("network").none(), "Evaluate with a network from now on; returns False while a search runs.")
        .def(
            "use_constants", [](Session& self, const ConstantValues& values) { return self.use(values); },
            nb::arg("values"), nb::sig("def use_constants(self, values: collections.abc.Sequence[int]) -> bool"),
            "Use these constants, in the order of the list; returns False while a search runs.")
        .def("clear", &Session::clear, "Forget everything learned; returns False while a search runs.");
}

}  // namespace

void bind_search(nb::module_& module) {
    module.attr("WON") = WON;
    module.attr("MAX_PLY") = MAX_PLY;
    module.attr("MAX_DISTANCE") = MAX_DISTANCE;
    module.attr("TABLE_WON") = TABLE_WON;
    module.def("textbook", &textbook, nb::arg("board"), nb::arg("method"), nb::arg("evaluation"), nb::arg("depth"),
               nb::arg("should_stop").none(),
               nb::sig("def textbook(board: Board, method: str, evaluation: str, depth: int, should_stop: "
                       "collections.abc.Callable[[], bool] | None) -> tuple[int, Move | None, int, int, int] | None"),
               "Search as textbooks do: value, best move, nodes, leaves, cut-offs; None if it was stopped.");
    module.attr("TUNABLE") = TUNABLE;
    module.def("constants", &constants, nb::sig("def constants() -> list[tuple[str, int, int, int, int]]"),
               "The constants of the search: name, value, least, most and step.");
    bind_values(module);
    bind_session(module);
}

}  // namespace crownhead::bindings
