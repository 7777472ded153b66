// A slice on disk. docs/endgame.md describes the format.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "endgame/codec.hpp"
#include "endgame/slice.hpp"
#include "endgame/solver.hpp"

namespace crownhead::endgame {

constexpr std::uint32_t FILE_VERSION = 1;

// Little-endian, as every processor that we build for is.
struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t kind;  // 1 win-draw-loss, 2 distance
    std::uint8_t material[4];
    std::int32_t longest;  // plies; -1 where it is not known or nobody wins
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

// The name of a slice's file in its folder: 0201.wdl, or 0201.plies where it has distances.
std::string file_name(const Material& material, bool distance);

// Writes the file so that at any moment there is the whole of it or nothing. Throws std::runtime_error with a sentence.
template <typename Kind>
void write_file(const std::filesystem::path& folder, const Material& material, const Counts& counts,
                const Packed& packed);

// A file, mapped for reading. Any thread may use it.
class File {
public:
    // Throws std::runtime_error with a sentence where the file is not whole; what `thorough` finds takes reading all of
    // it.
    File(const std::filesystem::path& path, bool thorough);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    const Material& material() const { return material_; }
    bool has_distance() const { return header_.kind == 2; }
    const Index& index() const { return index_; }
    Counts counts() const;
    std::uint64_t bytes() const { return size_; }

    std::uint32_t block_size() const { return has_distance() ? BLOCK<Distance> : BLOCK<Wdl>; }
    const std::uint32_t& directory(std::uint64_t block) const { return directory_[block]; }
    // False where the bytes make no sense.
    bool unpack(std::uint64_t block, std::uint64_t* to) const;
    Code at(const std::uint64_t* block, std::uint32_t place) const {
        return has_distance() ? Unpacker<Distance>::at(block, place) : Unpacker<Wdl>::at(block, place);
    }

    // Whether the bytes are those that were written.
    bool is_intact() const;

private:
    void check_header(const std::string& name);
    void check_sizes(const std::string& name);

    const std::uint8_t* bytes_ = nullptr;
    std::uint64_t size_ = 0;
    Header header_{};
    Material material_;
    Index index_{Material{}};
    const std::uint32_t* directory_ = nullptr;
    const std::uint8_t* data_ = nullptr;
    std::variant<Unpacker<Wdl>, Unpacker<Distance>> unpacker_;
};

}  // namespace crownhead::endgame
