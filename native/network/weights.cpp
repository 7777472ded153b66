#include "network/weights.hpp"

#include <bit>
#include <cstring>
#include <string>

#include "board/fault.hpp"
#include "board/key.hpp"

namespace crownhead::network {
namespace {

constexpr std::string_view MAGIC = "CHEADNET";
// Sums of products stay below 2^24; with biases of that size no sum leaves its 32 bits.
constexpr std::int32_t LARGEST_BIAS = 1 << 24;
static_assert(std::endian::native == std::endian::little);

struct Header {
    char magic[8];
    std::uint32_t version, hidden, heads, first, second, reserved;
};

constexpr std::size_t HEAD_SIZE =
    FIRST * 2 * HIDDEN + 4 * FIRST + SECOND * FIRST + 4 * SECOND + SECOND + sizeof(std::int32_t);
constexpr std::size_t FILE_SIZE =
    sizeof(Header) + 2 * (INPUTS + 1) * HIDDEN + HEADS * HEAD_SIZE + sizeof(std::uint64_t);

// Reads one array after the other. The caller has checked the total size.
class Reader {
public:
    explicit Reader(const char* next) : next_(next) {}

    template <typename T>
    void read(T& to) {
        std::memcpy(&to, next_, sizeof to);
        next_ += sizeof to;
    }

    // Files store the weights by outputs.
    template <int OUTPUTS, int INPUTS, int COUNT>
    void read_layer(std::int16_t (&rows)[OUTPUTS][INPUTS], std::int8_t (&groups)[COUNT][OUTPUTS][GROUP]) {
        static_assert(INPUTS == COUNT * GROUP);
        for (int output = 0; output < OUTPUTS; ++output) {
            for (int input = 0; input < INPUTS; ++input) {
                std::int8_t weight = 0;
                read(weight);
                rows[output][input] = weight;
                groups[input / GROUP][output][input % GROUP] = weight;
            }
        }
    }

    template <int COUNT>
    void read_biases(std::int32_t (&to)[COUNT]) {
        for (std::int32_t& bias : to) {
            read(bias);
            if (bias > LARGEST_BIAS || bias < -LARGEST_BIAS) {
                throw Fault("network.bias", {{"bias", bias}, {"most", LARGEST_BIAS}});
            }
        }
    }

private:
    const char* next_;
};

void check_shape(const Header& header) {
    const auto expect = [](std::uint32_t found, int expected, const char* key) {
        if (found != static_cast<std::uint32_t>(expected)) {
            throw Fault(key, {{"found", found}, {"wanted", expected}});
        }
    };
    expect(header.hidden, HIDDEN, "network.hidden-units");
    expect(header.heads, HEADS, "network.heads");
    expect(header.first, FIRST, "network.first-layer");
    expect(header.second, SECOND, "network.second-layer");
    expect(header.reserved, 0, "network.reserved");
}

void check(std::string_view bytes) {
    if (bytes.substr(0, MAGIC.size()) != MAGIC) {
        throw Fault("network.other-file", {{"magic", std::string(MAGIC)}});
    }
    if (bytes.size() < sizeof(Header)) {
        throw Fault("network.truncated", {{"count", static_cast<std::int64_t>(bytes.size())}});
    }
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.version != FILE_VERSION) {
        throw Fault("network.version", {{"found", header.version}, {"wanted", FILE_VERSION}});
    }
    check_shape(header);
    if (bytes.size() != FILE_SIZE) {
        throw Fault("network.size", {{"count", static_cast<std::int64_t>(bytes.size())},
                                     {"wanted", static_cast<std::int64_t>(FILE_SIZE)}});
    }
    const std::size_t size = FILE_SIZE - sizeof(std::uint64_t);
    std::uint64_t stored = 0;
    std::memcpy(&stored, bytes.data() + size, sizeof stored);
    if (stored != check_of(bytes.data(), size)) {
        throw Fault("network.damaged");
    }
}

}  // namespace

std::unique_ptr<const Weights> read_weights(std::string_view bytes) {
    check(bytes);
    auto weights = std::make_unique<Weights>();
    Reader reader(bytes.data() + sizeof(Header));
    reader.read(weights->features);
    reader.read(weights->bias);
    for (Head& head : weights->heads) {
        reader.read_layer(head.first_rows, head.first);
        reader.read_biases(head.first_bias);
        reader.read_layer(head.second_rows, head.second);
        reader.read_biases(head.second_bias);
        reader.read(head.third);
        std::int32_t last[1];
        reader.read_biases(last);
        head.third_bias = last[0];
    }
    return weights;
}

}  // namespace crownhead::network
