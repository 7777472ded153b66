// Endgame tables in Python.
#pragma once

#include <memory>

#include "endgame/tables.hpp"

namespace crownhead::bindings {

// The tables, which searches may share, with a cache that the GIL protects.
struct EndgameTables {
    std::shared_ptr<const endgame::Tables> tables;
    endgame::Cache cache{};
};

}  // namespace crownhead::bindings
