// Measures probes, for benchmarks/endgame_probes.py.
#pragma once

namespace crownhead::endgame {

// Prints the nanoseconds of a probe with a cached block, of one without, and of a lookup in a plain array.
int measure_probing(const char* folder);

}  // namespace crownhead::endgame
