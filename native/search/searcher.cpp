#include "search/searcher.hpp"

#include <exception>
#include <new>

#ifdef __linux__
#include <sys/resource.h>
#endif
#ifndef _WIN32
#include <sys/mman.h>
#endif

namespace crownhead {

namespace {

// Gives this thread the lowest priority. Only Linux has a priority per thread.
void be_patient() {
#ifdef __linux__
    constexpr int LEAST_URGENT = 19;
    setpriority(PRIO_PROCESS, 0, LEAST_URGENT);
#endif
}

// Throwing a thread's first exception allocates memory. Without memory, that would end the whole process.
void make_room_for_exceptions() {
    static_cast<void>(std::uncaught_exceptions());
}

// A reserve that a new thread frees first, so that it can allocate what it needs itself: its own memory comes from
// the system, whatever other threads have left unused.
class Spare {
public:
    void use() {
        room_.reset();
        make_room_for_exceptions();
    }

private:
    static constexpr std::size_t BYTES = 1 << 20;

    static std::shared_ptr<void> room() {
#ifdef _WIN32
        return nullptr;
#else
        void* found = ::mmap(nullptr, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (found == MAP_FAILED) {
            throw std::bad_alloc();
        }
        return {found, [](void* mapped) { ::munmap(mapped, BYTES); }};
#endif
    }

    std::shared_ptr<void> room_ = room();
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
    make_room_for_exceptions();
    wait();
    stop_ = false;
    root_ = root;
    shared_ = std::make_unique<Shared>(table_, limits, draws, stop_, tables_.get(), table_pieces_, network_.get());
    table_.begin_search();
    for (auto& experience : experiences_) {
        experience->fade();
    }
    with_rules(rules, [&](const auto& fixed) { launch(fixed, lines, std::move(tell), std::move(finished)); });
}

// Lazy SMP: all threads search the same root and help each other only through the table.
template <typename R>
void Searcher::launch(const R& rules, int lines, std::function<void(const Report&)> tell,
                      std::function<void(bool)> finished) {
    const auto workers = std::make_shared<std::vector<std::unique_ptr<Worker<R>>>>();
    const auto hire = [&](int number) {
        const Worker<R>* leader = number == 0 ? nullptr : workers->front().get();
        workers->push_back(std::make_unique<Worker<R>>(*shared_, *experiences_[number], rules, root_, number, leader));
    };
    const auto begin = [this] {
        if (patient_) {
            be_patient();
        }
        use_constants(constants_);
    };
    hire(0);
    try {
        for (int number = 1; number < threads_; ++number) {
            hire(number);
        }
    } catch (const std::bad_alloc&) {
        // Search with the threads that memory allows.
    }
    thread_ = std::thread([this, spare = Spare(), begin, workers, lines, tell = std::move(tell),
                           finished = std::move(finished)]() mutable {
        spare.use();
        begin();
        bool had_memory = true;
        try {
            workers->front()->think(lines, tell);
        } catch (const std::bad_alloc&) {
            had_memory = false;
        }
        stop_ = true;
        finished(had_memory);
    });
    try {
        helpers_.reserve(workers->size());
        for (std::size_t number = 1; number < workers->size(); ++number) {
            helpers_.emplace_back([spare = Spare(), begin, workers, number, lines]() mutable {
                spare.use();
                begin();
                (*workers)[number]->think(lines, nullptr);
            });
        }
    } catch (const std::exception&) {
        // The system has no more threads. Search with those that run.
    }
}

void Searcher::stop() {
    stop_ = true;
}

void Searcher::wait() {
    if (!thread_.joinable()) {
        return;
    }
    thread_.join();
    for (std::thread& helper : helpers_) {
        helper.join();
    }
    helpers_.clear();
}

void Searcher::use(std::shared_ptr<const endgame::Tables> tables, int most_pieces) {
    wait();
    tables_ = std::move(tables);
    table_pieces_ = most_pieces;
    clear();  // scores learned without them may be wrong
}

void Searcher::use(std::shared_ptr<const network::Network> network) {
    wait();
    network_ = std::move(network);
    clear();  // scores of different evaluations do not mix
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
