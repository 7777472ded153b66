#include "endgame/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <stdexcept>

#include "board/key.hpp"

namespace crownhead::endgame {
namespace {

constexpr char MAGIC[] = "CROWNEND";
static_assert(std::endian::native == std::endian::little);

constexpr char AGAIN[] = "; delete it and run 'crownhead endgame build' to rebuild it";

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
    throw std::runtime_error("the endgame table " + name + " " + why + AGAIN);
}

[[noreturn]] void fail(const std::string& doing, const std::filesystem::path& path) {
    throw std::runtime_error("cannot " + doing + " " + path.string() + ": " + std::generic_category().message(errno));
}

// Tables begin where words do.
std::size_t padded(std::size_t size) {
    return (size + 7) / 8 * 8;
}

std::vector<std::uint8_t> body_of(const Packed& packed) {
    std::vector<std::uint8_t> body(packed.tables);
    body.resize(padded(body.size()));
    const auto* directory = reinterpret_cast<const std::uint8_t*>(packed.directory.data());
    body.insert(body.end(), directory, directory + packed.directory.size() * sizeof(std::uint32_t));
    body.insert(body.end(), packed.data.begin(), packed.data.end());
    body.resize(body.size() + READ_AHEAD);
    return body;
}

// A file that is removed unless it is kept.
class Draft {
public:
    explicit Draft(std::filesystem::path path)
        : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) {
        if (file_ < 0) {
            fail("write", path_);
        }
    }
    ~Draft() {
        if (file_ >= 0) {
            ::close(file_);
            ::unlink(path_.c_str());
        }
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    void write(const void* bytes, std::size_t size) {
        const auto* next = static_cast<const char*>(bytes);
        while (size > 0) {
            const ssize_t written = ::write(file_, next, size);
            if (written < 0 && errno != EINTR) {
                fail("write", path_);
            }
            next += std::max<ssize_t>(written, 0);
            size -= static_cast<std::size_t>(std::max<ssize_t>(written, 0));
        }
    }

    void keep_as(const std::filesystem::path& name) {
        if (::fsync(file_) != 0 || ::rename(path_.c_str(), name.c_str()) != 0) {
            fail("write", name);
        }
        ::close(file_);
        file_ = -1;
        // The name itself must outlive a power cut too; where folders cannot be synchronised, the file is whole anyway.
        if (const int folder = ::open(name.parent_path().c_str(), O_RDONLY | O_CLOEXEC); folder >= 0) {
            ::fsync(folder);
            ::close(folder);
        }
    }

private:
    std::filesystem::path path_;
    int file_;
};

}  // namespace

std::string file_name(const Material& material, bool distance) {
    return material.name() + (distance ? ".plies" : ".wdl");
}

template <typename Kind>
void write_file(const std::filesystem::path& folder, const Material& material, const Counts& counts,
                const Packed& packed) {
    const std::vector<std::uint8_t> body = body_of(packed);
    Header header{};
    std::memcpy(header.magic, MAGIC, sizeof header.magic);
    header.version = FILE_VERSION;
    header.kind = Kind::has_distance ? 2 : 1;
    const int pieces[] = {material.men, material.kings, material.enemy_men, material.enemy_kings};
    for (int place = 0; place < 4; ++place) {
        header.material[place] = static_cast<std::uint8_t>(pieces[place]);
    }
    header.longest = counts.longest;
    header.longest_index = counts.longest_index;
    header.positions = counts.wins + counts.draws + counts.losses;
    header.wins = counts.wins;
    header.draws = counts.draws;
    header.losses = counts.losses;
    header.blocks = static_cast<std::uint32_t>(packed.directory.size());
    header.tables_size = static_cast<std::uint32_t>(packed.tables.size());
    header.data_size = packed.data.size();
    header.body_check = check_of(body.data(), body.size());
    header.header_check = check_of(&header, offsetof(Header, header_check));
    const std::string name = file_name(material, Kind::has_distance);
    Draft draft(folder / ("." + name + "." + std::to_string(std::random_device()()) + ".part"));
    draft.write(&header, sizeof header);
    draft.write(body.data(), body.size());
    draft.keep_as(folder / name);
}

File::File(const std::filesystem::path& path, bool thorough) {
    const std::string name = path.string();
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe would wait for who writes
    struct stat facts{};
    if (file < 0 || ::fstat(file, &facts) != 0) {
        const int error = errno;
        ::close(file);
        errno = error;
        fail("open", path);
    }
    if (!S_ISREG(facts.st_mode)) {
        ::close(file);
        refuse(name, "is not a regular file");
    }
    size_ = static_cast<std::uint64_t>(facts.st_size);
    void* mapped = size_ < sizeof(Header) ? nullptr : ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    if (mapped == nullptr) {
        refuse(name, "is truncated");
    }
    if (mapped == MAP_FAILED) {
        fail("map", path);
    }
    bytes_ = static_cast<const std::uint8_t*>(mapped);
    try {
        std::memcpy(&header_, bytes_, sizeof header_);
        check_header(name);
        check_sizes(name);
        if (thorough && !is_intact()) {
            refuse(name, "is damaged: its checksum is wrong");
        }
    } catch (...) {
        ::munmap(mapped, size_);
        throw;
    }
}

File::~File() {
    ::munmap(const_cast<std::uint8_t*>(bytes_), size_);
}

void File::check_header(const std::string& name) {
    if (std::memcmp(header_.magic, MAGIC, sizeof header_.magic) != 0) {
        throw std::runtime_error(name + " is not an endgame table" + AGAIN);
    }
    if (header_.version != FILE_VERSION) {
        refuse(name, "has version " + std::to_string(header_.version) +
                         " of the format, and this program reads version " + std::to_string(FILE_VERSION));
    }
    if (header_.header_check != check_of(&header_, offsetof(Header, header_check))) {
        refuse(name, "is damaged: the checksum of its header is wrong");
    }
    material_ = {header_.material[0], header_.material[1], header_.material[2], header_.material[3]};
    const bool valid = material_.is_played() && material_.pieces() <= MAX_PIECES && header_.kind <= 2;
    if (!valid || std::filesystem::path(name).filename() != file_name(material_, has_distance())) {
        refuse(name, "holds another slice than its name says");
    }
}

void File::check_sizes(const std::string& name) {
    index_ = Index(material_);
    const std::uint64_t blocks = (index_.size() + block_size() - 1) / block_size();
    const std::uint64_t directory = sizeof(Header) + padded(header_.tables_size);
    const std::uint64_t data = directory + blocks * sizeof(std::uint32_t);
    if (header_.positions != index_.size() || header_.blocks != blocks ||
        size_ != data + header_.data_size + READ_AHEAD) {
        refuse(name, "is truncated, or longer than it should be");
    }
    directory_ = reinterpret_cast<const std::uint32_t*>(bytes_ + directory);
    data_ = bytes_ + data;
    if (has_distance()) {
        unpacker_.emplace<Unpacker<Distance>>();
    }
    const std::span<const std::uint8_t> tables(bytes_ + sizeof(Header), header_.tables_size);
    if (!std::visit([&](auto& unpacker) { return unpacker.build(tables); }, unpacker_)) {
        refuse(name, "is damaged: its code words make no sense");
    }
}

Counts File::counts() const {
    return {header_.wins, header_.draws, header_.losses, header_.longest, header_.longest_index};
}

bool File::is_intact() const {
    return header_.body_check == check_of(bytes_ + sizeof(Header), size_ - sizeof(Header));
}

bool File::unpack(std::uint64_t block, std::uint64_t* to) const {
    const std::uint32_t entry = directory_[block];
    if (entry >= header_.data_size) {
        return false;
    }
    const std::uint64_t left = index_.size() - block * block_size();
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, block_size()));
    const std::uint8_t* end = data_ + header_.data_size;
    return has_distance() ? std::get<1>(unpacker_).unpack(data_ + entry, end, count, to)
                          : std::get<0>(unpacker_).unpack(data_ + entry, end, count, to);
}

template void write_file<Wdl>(const std::filesystem::path&, const Material&, const Counts&, const Packed&);
template void write_file<Distance>(const std::filesystem::path&, const Material&, const Counts&, const Packed&);

}  // namespace crownhead::endgame
