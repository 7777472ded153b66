// An error as a message of the catalogue (src/crownhead/messages/en.po): its key and its values.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "board/position.hpp"

namespace crownhead {

struct Fault : std::runtime_error {
    using Value = std::variant<std::int64_t, std::string, Side, std::shared_ptr<const Fault>>;
    using Values = std::vector<std::pair<const char*, Value>>;

    explicit Fault(const char* key, Values given = {}) : std::runtime_error(key), values(std::move(given)) {}

    const char* key() const { return what(); }

    Values values;
};

}  // namespace crownhead
