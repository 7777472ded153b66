// A multi-threaded search that callers can start, watch and stop.
//
// The caller allocates everything that the threads need before the first one starts. If memory runs out, fewer
// threads search, or the caller gets an error. A thread cannot even throw its first exception without memory.
#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "board/rules.hpp"
#include "search/constants.hpp"
#include "search/worker.hpp"

namespace crownhead {

// One caller at a time; only stop() may come from another thread. Reports come from the search's own thread, the last
// one before wait() returns. The owner is ProcessBound: a forked process leaves it alone.
class Searcher {
public:
    // A patient searcher runs at low priority where the system supports it.
    Searcher(int threads, std::size_t megabytes, bool patient = false);
    ~Searcher();

    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    // Throws if the system has no thread or no memory for it. `finished` receives whether memory sufficed to the end.
    void start(const Root& root, const Rules& rules, const DrawRules& draws, const Limits& limits, int lines,
               std::function<void(const Report&)> tell, std::function<void(bool)> finished);
    void stop();
    void wait();

    // From the next search on, looks up positions with up to this many pieces; null means none.
    void use(std::shared_ptr<const endgame::Tables> tables, int most_pieces);

    // From the next search on, evaluates with this network; null means the classic evaluation.
    void use(std::shared_ptr<const network::Network> network);

    // From the next search on, uses these constants. Only for tuning builds.
    void use(const ConstantValues& constants);

    // Forgets everything learned. The next search behaves like the first.
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
    std::thread thread_;                // the main thread
    std::vector<std::thread> helpers_;  // as many as the system allowed
};

}  // namespace crownhead
