// One thread's nodes and time, and the decision to stop.
#pragma once

#include "search/shared.hpp"

namespace crownhead {

// The CPU time of the calling thread, in seconds.
double thread_cpu_seconds();

// Used by its own thread only. The first thread of a search stops all of them.
class Budget {
public:
    Budget(Shared& shared, bool leads) : shared_(shared), leads_(leads) {}

    // Called by the thread itself when it starts: another thread may have created this object.
    void begin() { cpu_published_ = thread_cpu_seconds(); }

    // Limits count from now on. Called after the first depth, so that every search has an answer.
    void begin_counting() { limited_ = true; }

    // Counts a node. Returns whether the search must stop.
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
        // With one thread the count is exact, so equal limits give equal searches.
        if (leads_ && limited_ && limits.nodes > 0 &&
            shared_.nodes.load(std::memory_order_relaxed) + nodes_ - published_ >= limits.nodes) {
            shared_.stop = true;
        }
        return shared_.stop.load(std::memory_order_relaxed);
    }

    std::uint64_t nodes() const { return nodes_; }

    // Adds this thread's counts to the shared counters.
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
