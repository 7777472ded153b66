// One thread's nodes and time, and when the search must end.
#pragma once

#include "search/shared.hpp"

namespace crownhead {

// The time that the calling thread itself has run, in seconds.
double thread_cpu_seconds();

// Used by its own thread only. The first thread of a search ends it for all.
class Budget {
public:
    Budget(Shared& shared, bool leads) : shared_(shared), leads_(leads) {}

    // The thread that it is made for begins here: it may have been made by another.
    void begin() { cpu_published_ = thread_cpu_seconds(); }

    // From now on limits count. Not before the first depth is done: every search has an answer.
    void begin_counting() { limited_ = true; }

    // Counts a node, and says whether the search must end.
    bool is_spent() {
        if (shared_.stop.load(std::memory_order_relaxed)) {
            return true;
        }
        ++nodes_;
        const Limits& limits = shared_.limits;
        if (nodes_ % NODES_BETWEEN_CLOCK_LOOKS == 0) {
            publish();
            if (leads_ && limited_ && is_late()) {
                shared_.stop = true;
            }
        }
        // With one thread the count is exact, so that the same limit gives the same search.
        if (leads_ && limited_ && limits.nodes > 0 &&
            shared_.nodes.load(std::memory_order_relaxed) + nodes_ - published_ >= limits.nodes) {
            shared_.stop = true;
        }
        return shared_.stop.load(std::memory_order_relaxed);
    }

    std::uint64_t nodes() const { return nodes_; }

    // Adds what this thread has counted to what all have.
    void publish();

private:
    static constexpr std::uint64_t NODES_BETWEEN_CLOCK_LOOKS = 512;

    bool is_late() const;

    Shared& shared_;
    bool leads_;
    bool limited_ = false;
    std::uint64_t nodes_ = 0;
    std::uint64_t published_ = 0;
    double cpu_published_ = 0;
};

}  // namespace crownhead
