#include "network/network.hpp"

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "board/fault.hpp"
#include "board/key.hpp"
#include "tests/boards.hpp"
#include "tests/check.hpp"
#include "tests/searches.hpp"

namespace crownhead::tests {
namespace {

using network::Network;

// A file of random weights, with biases that stay small.
std::string random_file(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::string bytes = "CHEADNET";
    const auto add = [&](auto number) { bytes.append(reinterpret_cast<const char*>(&number), sizeof number); };
    for (const std::uint32_t number : {1, 256, 8, 16, 32, 0}) {
        add(number);
    }
    const auto within = [&](int most) { return static_cast<int>(random() % (2 * most + 1)) - most; };
    const auto add_bytes = [&](int count) {
        for (int index = 0; index < count; ++index) {
            add(static_cast<std::int8_t>(within(40)));
        }
    };
    const auto add_biases = [&](int count) {
        for (int index = 0; index < count; ++index) {
            add(static_cast<std::int32_t>(within(4000)));
        }
    };
    for (int index = 0; index < 121 * 256; ++index) {
        add(static_cast<std::int16_t>(within(40)));
    }
    for (int head = 0; head < 8; ++head) {
        add_bytes(16 * 512);
        add_biases(16);
        add_bytes(32 * 16);
        add_biases(32);
        add_bytes(32);
        add_biases(1);
    }
    add(check_of(bytes.data(), bytes.size()));
    return bytes;
}

std::string refusal_of(const std::string& bytes) {
    try {
        Network{bytes};
    } catch (const Fault& fault) {
        return fault.key();
    }
    return {};
}

}  // namespace

TEST("accumulators brought up to date and new ones agree, in every version of the arithmetic") {
    CHECK(Network(random_file(1)).check(20, 5) > 1000);
}

TEST("a network sees a position and its mirror image alike") {
    const Network network(random_file(2));
    const Position position = board(Side::Black, {1, 2, 6, 11, 12}, {18, 21, 22, 27, 32}, {11});
    CHECK(network.value(position) == network.value(position.mirrored()));
}

TEST("a file of every wrong length is refused") {
    const std::string whole = random_file(3);
    CHECK(refusal_of(whole).empty());
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{8}, std::size_t{31}, std::size_t{32},
                                   whole.size() / 2, whole.size() - 1}) {
        CHECK(!refusal_of(whole.substr(0, size)).empty());
    }
    CHECK(!refusal_of(whole + "x").empty());
}

TEST("searches by a network end, on one thread and on several, and differ from those by hand") {
    for (const int threads : {1, 3}) {
        Searcher searcher(threads, 1);
        const auto by_hand = reports_of(searcher, {Position::start(Side::Black), 0, {}, {}}, to_depth(7));
        searcher.use(std::make_shared<const Network>(random_file(4)));
        const auto learned = reports_of(searcher, {Position::start(Side::Black), 0, {}, {}}, to_depth(7));
        CHECK(learned.back().depth == 7 && learned.back().score != by_hand.back().score);
    }
}

}  // namespace crownhead::tests
