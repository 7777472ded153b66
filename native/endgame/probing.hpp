// How long a probe takes, for benchmarks/endgame_probes.py.
#pragma once

namespace crownhead::endgame {

// Prints nanoseconds of a probe whose block is unpacked, of one whose block is not, and of a look into a plain array.
int measure_probing(const char* folder);

}  // namespace crownhead::endgame
