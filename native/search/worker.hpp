// One thread's search at the root: iterative deepening, one line or several, and reports.
#pragma once

#include <functional>
#include <vector>

#include "search/patience.hpp"
#include "search/tree.hpp"

namespace crownhead {

template <typename R>
class Worker {
public:
    using Tell = std::function<void(const Report&)>;

    // Worker 0 leads: it reports and stops all others. Everything is allocated here, by the thread that starts the
    // others: an exception in a new thread for lack of memory could end the whole process.
    Worker(Shared& shared, Experience& experience, const R& rules, const Root& root, int number, const Worker* leader)
        : shared_(shared),
          rules_(rules),
          root_(root),
          number_(number),
          tree_(shared, experience, rules, root, number == 0) {
        if (leader == nullptr) {
            list_root_moves();
        } else {
            root_moves_ = leader->root_moves_;
        }
        for (RootMove& root_move : root_moves_) {
            root_move.line.reserve(MAX_PLY + 1);
        }
    }

    // Deepens until a limit or stop. Reports each finished depth if asked to.
    void think(int lines, const Tell& tell);

private:
    struct RootMove {
        Move move;
        Score score = -INFINITE;
        Score previous = -INFINITE;
        std::vector<Move> line;
        std::uint64_t nodes = 0;  // of this thread, in the whole search
        int selective_depth = 0;
        TableMove table{};
    };

    void list_root_moves();
    // The first move that the tables rank lower than this line's move: a line is the best of its rank.
    std::size_t end_of_rank(int line) const;
    bool is_settled() const;
    Score told_score(const RootMove& root_move) const;
    void follow_tables(RootMove& root_move);
    void search_line(int depth, int line);
    Score search_root(int depth, int line, Score alpha, Score beta);
    static bool is_better(const RootMove& one, const RootMove& two) { return one.score > two.score; }
    // The latest known score of the move: from this depth, or the one before.
    static Score known_score(const RootMove& one) { return one.score != -INFINITE ? one.score : one.previous; }
    void complete_line(RootMove& root_move, int depth);
    bool is_news();
    bool is_enough(int lines);
    void report(int depth, int lines, const Tell& tell);

    Shared& shared_;
    R rules_;
    const Root& root_;
    int number_;
    MoveCode told_ = 0;
    int root_depth_ = 0;
    Patience patience_;
    std::vector<RootMove> root_moves_;
    Tree<R> tree_;
};

}  // namespace crownhead
