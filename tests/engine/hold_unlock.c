/* Preloaded into a test's process: stops a thread just before it releases a lock, so that a fork finds the lock held.

   Only the first thread that does so after `hold_next` is set, and never the main thread. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

volatile int hold_next, holding;

int pthread_mutex_unlock(pthread_mutex_t* mutex) {
    if (hold_next && syscall(SYS_gettid) != getpid() && !__sync_lock_test_and_set(&holding, 1)) {
        for (;;) {
            pause();
        }
    }
    return ((int (*)(pthread_mutex_t*))dlsym(RTLD_NEXT, "pthread_mutex_unlock"))(mutex);
}
