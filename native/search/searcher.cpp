#include "search/searcher.hpp"

#include <new>
#include <system_error>

#ifdef __linux__
#include <sys/resource.h>
#endif
#ifdef __unix__
#include <unistd.h>
#endif

namespace crownhead {

namespace {

// Gives this thread, and those that it starts, the lowest priority. Only Linux counts a thread by itself.
void be_patient() {
#ifdef __linux__
    constexpr int LEAST_URGENT = 19;
    setpriority(PRIO_PROCESS, 0, LEAST_URGENT);
#endif
}

int this_process() {
#ifdef __unix__
    return getpid();
#else
    return 0;
#endif
}

// Threads that end when this does, however it is left.
struct Helpers {
    explicit Helpers(std::atomic<bool>& stop) : stop_(stop) {}
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    ~Helpers() {
        stop_ = true;
        for (std::thread& one : threads) {
            one.join();
        }
    }

    std::vector<std::thread> threads;

private:
    std::atomic<bool>& stop_;
};

}  // namespace

Searcher::Searcher(int threads, std::size_t megabytes, bool patient)
    : threads_(threads), patient_(patient), table_(megabytes) {
    for (int number = 0; number < threads; ++number) {
        experiences_.push_back(std::make_unique<Experience>());
    }
}

Searcher::~Searcher() {
    stop();
    wait();
}

void Searcher::start(const Root& root, const Rules& rules, const DrawRules& draws, const Limits& limits, int lines,
                     std::function<void(const Report&)> tell, std::function<void(bool)> finished) {
    wait();
    stop_ = false;
    root_ = root;
    shared_ = std::make_unique<Shared>(table_, limits, draws, stop_, tables_.get(), table_pieces_, network_.get());
    table_.begin_search();
    for (auto& experience : experiences_) {
        experience->fade();
    }
    thread_ = std::thread([this, rules, lines, tell = std::move(tell), finished = std::move(finished)] {
        if (patient_) {
            be_patient();
        }
        bool had_memory = true;
        try {
            with_rules(rules, [&](const auto& fixed) { run(fixed, lines, tell); });
        } catch (const std::bad_alloc&) {
            had_memory = false;
        }
        finished(had_memory);
    });
    process_ = this_process();
}

// Lazy SMP: all threads search the same root, and help each other through the table alone.
template <typename R>
void Searcher::run(const R& rules, int lines, const std::function<void(const Report&)>& tell) {
    const auto think = [this, &rules, lines](int number, const std::function<void(const Report&)>& told) {
        use_constants(constants_);
        std::make_unique<Worker<R>>(*shared_, *experiences_[number], rules, root_, number)->think(lines, told);
    };
    Helpers helpers(stop_);
    helpers.threads.reserve(threads_);
    for (int number = 1; number < threads_; ++number) {
        try {
            helpers.threads.emplace_back([think, number] {
                try {
                    think(number, nullptr);
                } catch (const std::bad_alloc&) {
                    // The others search without it.
                }
            });
        } catch (const std::system_error&) {
            break;  // the system has no more threads for us
        }
    }
    think(0, tell);
}

void Searcher::stop() {
    stop_ = true;
}

void Searcher::wait() {
    if (thread_.joinable() && process_ != this_process()) {
        new std::thread(std::move(thread_));  // it runs in the process that this one was forked from: let it be
    } else if (thread_.joinable()) {
        thread_.join();
    }
}

void Searcher::use(std::shared_ptr<const endgame::Tables> tables, int most_pieces) {
    wait();
    tables_ = std::move(tables);
    table_pieces_ = most_pieces;
    clear();  // what was learned without them may be wrong
}

void Searcher::use(std::shared_ptr<const network::Network> network) {
    wait();
    network_ = std::move(network);
    clear();  // scores of one evaluation mean nothing to another
}

void Searcher::use(const ConstantValues& constants) {
    wait();
    constants_ = constants;
    clear();  // so that a search depends on its constants alone
}

void Searcher::clear() {
    wait();
    table_.clear();
    for (auto& experience : experiences_) {
        experience->clear();
    }
}

}  // namespace crownhead
