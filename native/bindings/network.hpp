// A network in Python.
#pragma once

#include <memory>

#include "network/network.hpp"

namespace crownhead::bindings {

// Searches may share it.
struct Network {
    std::shared_ptr<const network::Network> network;
};

}  // namespace crownhead::bindings
