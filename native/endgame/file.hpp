// A slice on disk. docs/endgame.md describes the format.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "endgame/codec.hpp"
#include "endgame/slice.hpp"
#include "endgame/solver.hpp"

namespace crownhead::endgame {

constexpr std::uint32_t FILE_VERSION = 1;

// Little-endian, like every supported processor.
struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t kind;  // 1 win-draw-loss, 2 distance
    std::uint8_t material[4];
    std::int32_t longest;  // plies; -1 if unknown or if nobody wins
    std::uint64_t longest_index;
    std::uint64_t positions;
    std::uint64_t wins;
    std::uint64_t draws;
    std::uint64_t losses;
    std::uint32_t blocks;
    std::uint32_t tables_size;
    std::uint64_t data_size;
    std::uint64_t body_check;    // of everything after the header
    std::uint64_t header_check;  // of everything before this
};
static_assert(sizeof(Header) == 96);

// The name of a slice's file in its folder: 0201.wdl, or 0201.plies if it has distances.
std::string file_name(const Material& material, bool distance);

// Writes the file atomically: at any moment it exists as a whole or not at all. Throws a Fault.
template <typename Kind>
void write_file(const std::filesystem::path& folder, const Material& material, const Counts& counts,
                const Packed& packed);

// An open file. Any thread may use it.
//
// It is never mapped into memory: truncating a mapped file ends the process, and overwriting it changes answers. A
// file that was read as a whole stays as it was. Otherwise only the directory stays in memory and the file stays
// open; a block that was read after the file changed is rejected.
class File {
public:
    // Throws a Fault if the file is damaged. With `thorough`, reads the whole file and checks every byte.
    File(const std::filesystem::path& path, bool thorough);
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    const Material& material() const { return material_; }
    bool has_distance() const { return header_.kind == 2; }
    const Index& index() const { return index_; }
    Counts counts() const;
    std::uint64_t bytes() const { return state_.bytes; }

    std::uint32_t block_size() const { return has_distance() ? BLOCK<Distance> : BLOCK<Wdl>; }
    const std::uint32_t& directory(std::uint64_t block) const { return directory_[block]; }
    // Returns false if the bytes are invalid or the file has changed since it was opened.
    bool unpack(std::uint64_t block, std::uint64_t* to) const;
    Code at(const std::uint64_t* block, std::uint32_t index) const {
        return has_distance() ? Unpacker<Distance>::at(block, index) : Unpacker<Wdl>::at(block, index);
    }

private:
    struct Descriptor {
        explicit Descriptor(int opened) : number(opened) {}
        ~Descriptor() { close(); }
        Descriptor(const Descriptor&) = delete;
        Descriptor& operator=(const Descriptor&) = delete;
        void close();

        int number;
    };

    // Any change of the file changes at least one of these.
    struct State {
        std::uint64_t bytes = 0;
        std::int64_t seconds = 0;
        std::int64_t nanoseconds = 0;

        friend bool operator==(const State&, const State&) = default;
    };

    static State state_of(const struct stat& facts);
    void check_header(const std::string& name);
    void check_sizes(const std::string& name);
    void hold(const std::string& name, std::uint64_t size);
    bool read(std::uint64_t from, std::span<std::uint8_t> to) const;

    Descriptor descriptor_;
    State state_;
    Header header_{};
    Material material_;
    Index index_{Material{}};
    std::vector<std::uint8_t> held_;  // the beginning of the file, or all of it
    const std::uint32_t* directory_ = nullptr;
    std::uint64_t data_ = 0;  // the offset of the blocks
    std::variant<Unpacker<Wdl>, Unpacker<Distance>> unpacker_;
};

}  // namespace crownhead::endgame
