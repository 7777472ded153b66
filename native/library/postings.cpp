#include "library/postings.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "board/key.hpp"

namespace crownhead {

namespace {

// SQLite stores up to four rows of at most 1002 bytes in a page of 4096; a longer row takes a whole page.
constexpr std::size_t LEAF_BYTES = 950;

// Seven bits a byte, the lowest first; the highest bit says that more follow.
void put(std::string& bytes, std::uint64_t number) {
    for (; number > 0x7f; number >>= 7) {
        bytes.push_back(static_cast<char>((number & 0x7f) | 0x80));
    }
    bytes.push_back(static_cast<char>(number));
}

std::optional<std::uint64_t> take(std::string_view& bytes) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<std::uint8_t>(bytes.front());
        bytes.remove_prefix(1);
        number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            return number;
        }
    }
    return std::nullopt;
}

}  // namespace

void Postings::add(std::uint32_t game, const Position& start, Line line) {
    walk_line(start, line, [&](std::uint32_t ply, const Standing& here, Line) {
        entries_.push_back({static_cast<std::int64_t>(key_of(here.position())), game, ply});
        return false;
    });
}

std::vector<Leaf> Postings::leaves() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& one, const Entry& two) {
        return one.key != two.key ? one.key < two.key : one.game != two.game ? one.game < two.game : one.ply < two.ply;
    });
    // Only a game's first visit to a position is stored.
    entries_.erase(
        std::unique(entries_.begin(), entries_.end(),
                    [](const Entry& one, const Entry& two) { return one.key == two.key && one.game == two.game; }),
        entries_.end());
    std::vector<Leaf> result;
    std::uint64_t before = 0;
    for (std::size_t at = 0; at < entries_.size();) {
        const std::int64_t key = entries_[at].key;
        std::size_t end = at;
        while (end < entries_.size() && entries_[end].key == key) {
            ++end;
        }
        if (result.empty() || result.back().bytes.size() >= LEAF_BYTES) {
            before = static_cast<std::uint64_t>(key);
            result.push_back({before, {}});
        }
        std::string& bytes = result.back().bytes;
        put(bytes, static_cast<std::uint64_t>(key) - before);
        put(bytes, end - at);
        std::uint32_t game = 0;
        for (; at < end; ++at) {
            put(bytes, entries_[at].game - game);
            put(bytes, entries_[at].ply);
            game = entries_[at].game;
        }
        before = static_cast<std::uint64_t>(key);
    }
    entries_.clear();
    entries_.shrink_to_fit();
    return result;
}

std::vector<Moment> moments_in(const Leaf& leaf, std::uint64_t key) {
    std::string_view bytes = leaf.bytes;
    std::uint64_t here = leaf.first;
    while (!bytes.empty()) {
        const auto step = take(bytes);
        const auto count = take(bytes);
        if (!step || !count || *count > bytes.size()) {
            return {};
        }
        here += *step;
        std::vector<Moment> found;
        std::uint64_t game = 0;
        for (std::uint64_t left = *count; left > 0; --left) {
            const auto more = take(bytes);
            const auto ply = take(bytes);
            if (!more || !ply) {
                return {};
            }
            game += *more;
            if (here == key) {
                found.push_back({static_cast<std::uint32_t>(game), static_cast<std::uint32_t>(*ply)});
            }
        }
        if (here == key) {
            return found;
        }
    }
    return {};
}

}  // namespace crownhead
