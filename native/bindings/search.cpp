#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/board.hpp"
#include "search/searcher.hpp"
#include "search/textbook.hpp"

namespace crownhead::bindings {

Teaching teaching_named(const std::string& name);

namespace {

// Ctrl-C stops a search, and so does whoever asked for it; an error in asking counts as a yes.
bool interrupted(const nb::object& should_stop) {
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) {
        return true;
    }
    if (should_stop.is_none()) {
        return false;
    }
    PyObject* answer = PyObject_CallNoArgs(should_stop.ptr());
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
    Answer answer;
    bool stopped = false;
    {
        nb::gil_scoped_release released;
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

// A search that runs beside Python. Its reports wait in a queue until they are asked for.
class Session {
public:
    Session(int threads, std::size_t megabytes) : searcher_(threads, megabytes) {}

    ~Session() {
        searcher_.stop();
        searcher_.wait();
    }

    void start(const Board& board, const std::vector<const Board*>& earlier, int quiet_plies, int quiet_limit,
               bool quiet_counts_men, int repetition_limit, const Limits& limits, int lines) {
        stop();
        searcher_.wait();
        position_ = board.position;
        rules_ = board.rules;
        {
            std::lock_guard lock(mutex_);
            reports_.clear();
            running_ = true;
        }
        Root root{board.position, quiet_plies, {}};
        for (const Board* before : earlier) {
            root.earlier.push_back(before->position.hash());
        }
        searcher_.start(
            root, rules_, DrawRules{quiet_limit, repetition_limit, quiet_counts_men}, limits, lines,
            [this](const Report& report) { add(report); }, [this] { finish(); });
    }

    // The next report, or None when there is none within the time or the search is over.
    nb::object next(double seconds) {
        Report report;
        bool found = false;
        {
            nb::gil_scoped_release released;
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                              [this] { return !reports_.empty() || !running_; });
            if (!reports_.empty()) {
                report = std::move(reports_.front());
                reports_.pop_front();
                found = true;
            }
        }
        return found ? nb::object(as_tuple(report)) : nb::none();
    }

    bool is_running() {
        std::lock_guard lock(mutex_);
        return running_ || !reports_.empty();
    }

    void stop() { searcher_.stop(); }

    void clear() {
        stop();
        searcher_.clear();
    }

    std::uint64_t nodes() const { return searcher_.nodes(); }

private:
    void add(const Report& report) {
        {
            std::lock_guard lock(mutex_);
            reports_.push_back(report);
        }
        changed_.notify_all();
    }

    void finish() {
        {
            std::lock_guard lock(mutex_);
            running_ = false;
        }
        changed_.notify_all();
    }

    nb::tuple as_tuple(const Report& report) const {
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

    Searcher searcher_;
    Position position_;
    Rules rules_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Report> reports_;
    bool running_ = false;
};

void bind_session(nb::module_& module) {
    nb::class_<Session>(module, "Session", "A search in the background. One caller; only stop() from other threads.")
        .def(nb::init<int, std::size_t>(), nb::arg("threads"), nb::arg("megabytes"))
        .def(
            "start",
            [](Session& self, const Board& board, const std::vector<const Board*>& earlier, int quiet_plies,
               int quiet_limit, bool quiet_counts_men, int repetition_limit, int depth, std::uint64_t nodes,
               double seconds, double soft_seconds, double cpu_seconds, int lines) {
                Limits limits;
                limits.depth = depth > 0 && depth < limits.depth ? depth : limits.depth;
                limits.nodes = nodes;
                limits.seconds = seconds;
                limits.soft_seconds = soft_seconds;
                limits.cpu_seconds = cpu_seconds;
                self.start(board, earlier, quiet_plies, quiet_limit, quiet_counts_men, repetition_limit, limits, lines);
            },
            nb::arg("board"), nb::arg("earlier"), nb::kw_only(), nb::arg("quiet_plies"), nb::arg("quiet_limit"),
            nb::arg("quiet_counts_men"), nb::arg("repetition_limit"), nb::arg("depth"), nb::arg("nodes"),
            nb::arg("seconds"), nb::arg("soft_seconds"), nb::arg("cpu_seconds"), nb::arg("lines"))
        .def("next", &Session::next, nb::arg("seconds"),
             nb::sig("def next(self, seconds: float) -> tuple[int, int, int, int, int, float, int, list[Move]] | None"))
        .def("is_running", &Session::is_running)
        .def("stop", &Session::stop, nb::call_guard<nb::gil_scoped_release>())
        .def("clear", &Session::clear, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("nodes", &Session::nodes);
}

}  // namespace

void bind_search(nb::module_& module) {
    module.attr("WON") = WON;
    module.attr("MAX_PLY") = MAX_PLY;
    module.def("textbook", &textbook, nb::arg("board"), nb::arg("method"), nb::arg("evaluation"), nb::arg("depth"),
               nb::arg("should_stop").none(),
               nb::sig("def textbook(board: Board, method: str, evaluation: str, depth: int, should_stop: "
                       "collections.abc.Callable[[], bool] | None) -> tuple[int, Move | None, int, int, int] | None"),
               "Searches by the textbook: value, best move, nodes, leaves, cut-offs; None if it was stopped.");
    bind_session(module);
}

}  // namespace crownhead::bindings
