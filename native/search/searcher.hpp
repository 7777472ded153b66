// A search on several threads that can be started, watched and stopped.
//
// All that the threads need is made before the first of them starts, by the caller: when memory runs out, fewer
// threads search, or the caller gets a sentence. A thread's first exception would need memory too.
#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "board/rules.hpp"
#include "search/constants.hpp"
#include "search/worker.hpp"

namespace crownhead {

// One caller at a time; only stop() may come from another thread. Reports come from the search's own
// thread, the last one before wait() returns. Its owner is ProcessBound: a forked process leaves it alone.
class Searcher {
public:
    // A patient one lets everything else on the machine go first, where the system knows how.
    Searcher(int threads, std::size_t megabytes, bool patient = false);
    ~Searcher();

    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    // Throws where the system has no thread or no memory for it. `finished` is told whether memory lasted to its end.
    void start(const Root& root, const Rules& rules, const DrawRules& draws, const Limits& limits, int lines,
               std::function<void(const Report&)> tell, std::function<void(bool)> finished);
    void stop();
    void wait();

    // Positions of up to so many pieces are looked up from the next search on; null is none.
    void use(std::shared_ptr<const endgame::Tables> tables, int most_pieces);

    // Evaluates by a network from the next search on; null is by hand.
    void use(std::shared_ptr<const network::Network> network);

    // Searches with other constants from the next search on: only a tuning build has other ones.
    void use(const ConstantValues& constants);

    // Forgets everything learned: the next search is as if it were the first.
    void clear();

private:
    template <typename R>
    void launch(const R& rules, int lines, std::function<void(const Report&)> tell, std::function<void(bool)> finished);

    int threads_;
    bool patient_;
    Table table_;
    std::shared_ptr<const endgame::Tables> tables_;
    int table_pieces_ = 0;
    std::shared_ptr<const network::Network> network_;
    ConstantValues constants_ = usual_constants();
    std::vector<std::unique_ptr<Experience>> experiences_;
    Root root_;
    std::atomic<bool> stop_{false};
    std::unique_ptr<Shared> shared_;
    std::thread thread_;                // leads
    std::vector<std::thread> helpers_;  // as many as the system gave
};

}  // namespace crownhead
