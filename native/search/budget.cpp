#include "search/budget.hpp"

#include <time.h>

namespace crownhead {

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void Budget::publish() {
    shared_.nodes.fetch_add(nodes_ - published_, std::memory_order_relaxed);
    published_ = nodes_;
    if (shared_.limits.cpu_seconds > 0) {
        const double now = thread_cpu_seconds();
        shared_.cpu_nanoseconds.fetch_add(static_cast<std::uint64_t>((now - cpu_published_) * 1e9),
                                          std::memory_order_relaxed);
        cpu_published_ = now;
    }
}

bool Budget::is_late() const {
    const Limits& limits = shared_.limits;
    const double cpu = static_cast<double>(shared_.cpu_nanoseconds.load(std::memory_order_relaxed)) * 1e-9;
    return (limits.seconds > 0 && shared_.elapsed() >= limits.seconds) ||
           (limits.cpu_seconds > 0 && cpu >= limits.cpu_seconds);
}

}  // namespace crownhead
