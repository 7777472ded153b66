// One thread's search: principal variation search with a shared table.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <vector>

#include "board/generator.hpp"
#include "board/movegen.hpp"
#include "evaluation/evaluate.hpp"
#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/table.hpp"

namespace crownhead {

// Where a search begins: the position and what came before it as far as draws depend on it.
struct Root {
    Position position;
    int quiet_plies = 0;
    std::vector<std::uint64_t> earlier;  // keys of earlier positions that can recur, oldest first
};

// What all threads of a search share.
struct Shared {
    Table& table;
    Limits limits;
    DrawRules draws;
    std::atomic<bool>& stop;  // whoever may set it outlives the search
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<std::uint64_t> cpu_nanoseconds{0};  // counted only where it is limited
};

// The time that the calling thread itself has run, in seconds.
double thread_cpu_seconds();

template <typename R>
class Worker {
public:
    using Tell = std::function<void(const Report&)>;

    Worker(Shared& shared, Experience& experience, const R& rules, const Root& root, int number)
        : shared_(shared),
          experience_(experience),
          rules_(rules),
          root_(root),
          number_(number),
          salt_(salt_of(rules, shared.draws)) {}

    // Deepens until a limit or stop; tells of each finished depth if it is asked to.
    void think(int lines, const Tell& tell);

private:
    struct RootMove {
        Move move;
        Score score = -INFINITE;
        Score previous = -INFINITE;
        std::vector<Move> line;
        int selective_depth = 0;
    };

    struct Frame {
        std::uint64_t hash = 0;  // of the position alone: what recurs
        std::uint64_t key = 0;   // in the table
        int quiet = 0;           // plies towards the draw by quiet moves
        int reversible = 0;      // plies in which positions can recur
        Move move{};             // made here
        int line_length = 0;
    };

    void search_line(int depth, int line);
    Score search_root(int depth, int line, Score alpha, Score beta);
    static bool is_better(const RootMove& one, const RootMove& two) { return one.score > two.score; }
    // What the move is worth as far as is known: by this depth, or by the one before.
    static Score known_score(const RootMove& one) { return one.score != -INFINITE ? one.score : one.previous; }
    void complete_line(RootMove& root_move, int depth);
    bool is_news();
    bool is_enough(int lines) const;

    Score search(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut);
    Score settle(const Position& position, int depth, int ply, Score alpha, Score beta, bool capture);
    Score search_deeper(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                        bool forced);
    bool is_surely_enough(const Position& position, int depth, int ply, Score beta, bool expected_cut, Score& score);
    Score search_moves(const Position& position, int depth, int ply, Score alpha, Score beta, bool expected_cut,
                       const MoveList& moves, MoveCode known, Score hoped);
    Score try_move(const Position& after, int depth, int ply, Score alpha, Score beta, int reduction, bool first,
                   bool expected_cut);

    // Positions under other rules are other positions, and so are those shortly before a draw by quiet moves.
    static std::uint64_t salt_of(const R& rules, const DrawRules& draws);
    std::uint64_t key_of(std::uint64_t hash, int quiet) const;
    bool is_too_far(const Known& known, int ply) const;

    void enter(const Position& position, const Move& move, const Position& after, int ply);
    bool is_draw(int ply) const;
    bool should_stop();
    void publish();
    double elapsed() const;
    void keep_line(int ply, const Move& move);
    void report(int depth, int lines, const Tell& tell);

    Shared& shared_;
    Experience& experience_;
    R rules_;
    const Root& root_;
    int number_;
    std::uint64_t salt_;
    bool limited_ = false;  // not in the first depth: every search has an answer
    std::uint64_t nodes_ = 0;
    std::uint64_t published_ = 0;
    double cpu_published_ = 0;
    MoveCode told_ = 0;
    int root_depth_ = 0;
    int selective_depth_ = 0;
    std::vector<RootMove> root_moves_;
    Frame stack_[MAX_PLY + 2];
    Move lines_[MAX_PLY + 2][MAX_PLY + 2];
};

}  // namespace crownhead
