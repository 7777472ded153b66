#include "endgame/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <random>

#include "board/fault.hpp"
#include "board/key.hpp"

namespace crownhead::endgame {
namespace {

constexpr char MAGIC[] = "CROWNEND";
static_assert(std::endian::native == std::endian::little);

[[noreturn]] void refuse(const std::string& path, const char* key) {
    throw Fault(key, {{"path", path}});
}

[[noreturn]] void fail(const char* key, const std::filesystem::path& path) {
    throw Fault(key, {{"path", path.string()}, {"why", std::generic_category().message(errno)}});
}

// Tables are aligned to words.
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

// A temporary file, removed unless it is kept.
class Draft {
public:
    explicit Draft(std::filesystem::path path)
        : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) {
        if (file_ < 0) {
            fail("file.unwritable", path_);
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
                fail("file.unwritable", path_);
            }
            next += std::max<ssize_t>(written, 0);
            size -= static_cast<std::size_t>(std::max<ssize_t>(written, 0));
        }
    }

    void keep_as(const std::filesystem::path& name) {
        if (::fsync(file_) != 0 || ::rename(path_.c_str(), name.c_str()) != 0) {
            fail("file.unwritable", name);
        }
        ::close(file_);
        file_ = -1;
        // The directory entry must survive a power cut too. Where folders cannot be synchronised, the file is still
        // whole.
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
    for (int index = 0; index < 4; ++index) {
        header.material[index] = static_cast<std::uint8_t>(pieces[index]);
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

File::File(const std::filesystem::path& path, bool thorough)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {  // opening a pipe would block
    const std::string name = path.string();
    struct stat facts{};
    if (descriptor_.number < 0 || ::fstat(descriptor_.number, &facts) != 0) {
        fail("file.unreadable", path);
    }
    if (!S_ISREG(facts.st_mode)) {
        refuse(name, "endgame.not-regular");
    }
    state_ = state_of(facts);
    hold(name, sizeof header_);
    std::memcpy(&header_, held_.data(), sizeof header_);
    check_header(name);
    check_sizes(name);
    hold(name, thorough ? state_.bytes : data_);
    const std::span<const std::uint8_t> held(held_);
    if (thorough) {
        descriptor_.close();
        const auto body = held.subspan(sizeof header_);
        if (header_.body_check != check_of(body.data(), body.size())) {
            refuse(name, "endgame.checksum");
        }
    }
    directory_ = reinterpret_cast<const std::uint32_t*>(held_.data() + data_) - header_.blocks;
    const auto tables = held.subspan(sizeof header_, header_.tables_size);
    if (!std::visit([&](auto& unpacker) { return unpacker.build(tables); }, unpacker_)) {
        refuse(name, "endgame.code-words");
    }
}

void File::Descriptor::close() {
    if (number >= 0) {
        ::close(number);
    }
    number = -1;
}

File::State File::state_of(const struct stat& facts) {
#ifdef __APPLE__
    const auto& changed = facts.st_mtimespec;
#else
    const auto& changed = facts.st_mtim;
#endif
    return {static_cast<std::uint64_t>(facts.st_size), changed.tv_sec, changed.tv_nsec};
}

// Reads until the first `size` bytes are in memory.
void File::hold(const std::string& name, std::uint64_t size) {
    const std::size_t before = held_.size();
    if (size > state_.bytes) {
        refuse(name, "endgame.truncated");
    }
    held_.resize(size);
    if (!read(before, std::span(held_).subspan(before))) {
        refuse(name, "endgame.changed");
    }
}

// Reads bytes of the file. Returns false if it has changed since it was opened.
bool File::read(std::uint64_t from, std::span<std::uint8_t> to) const {
    while (!to.empty()) {
        const ssize_t got = ::pread(descriptor_.number, to.data(), to.size(), static_cast<off_t>(from));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        from += static_cast<std::uint64_t>(got);
        to = to.subspan(static_cast<std::size_t>(got));
    }
    struct stat facts{};
    return ::fstat(descriptor_.number, &facts) == 0 && state_of(facts) == state_;
}

void File::check_header(const std::string& name) {
    if (std::memcmp(header_.magic, MAGIC, sizeof header_.magic) != 0) {
        refuse(name, "endgame.other-file");
    }
    if (header_.version != FILE_VERSION) {
        throw Fault("endgame.version", {{"path", name}, {"found", header_.version}, {"wanted", FILE_VERSION}});
    }
    if (header_.header_check != check_of(&header_, offsetof(Header, header_check))) {
        refuse(name, "endgame.header");
    }
    material_ = {header_.material[0], header_.material[1], header_.material[2], header_.material[3]};
    const bool valid = material_.is_played() && material_.pieces() <= MAX_PIECES && header_.kind <= 2;
    if (!valid || std::filesystem::path(name).filename() != file_name(material_, has_distance())) {
        refuse(name, "endgame.other-slice");
    }
}

void File::check_sizes(const std::string& name) {
    index_ = Index(material_);
    const std::uint64_t blocks = (index_.size() + block_size() - 1) / block_size();
    data_ = sizeof header_ + padded(header_.tables_size) + blocks * sizeof(std::uint32_t);
    if (header_.positions != index_.size() || header_.blocks != blocks ||
        state_.bytes != data_ + header_.data_size + READ_AHEAD) {
        refuse(name, "endgame.size");
    }
    if (has_distance()) {
        unpacker_.emplace<Unpacker<Distance>>();
    }
}

Counts File::counts() const {
    return {header_.wins, header_.draws, header_.losses, header_.longest, header_.longest_index};
}

bool File::unpack(std::uint64_t block, std::uint64_t* to) const {
    const std::uint32_t entry = directory_[block];
    if (entry >= header_.data_size) {
        return false;
    }
    const std::uint64_t left = index_.size() - block * block_size();
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, block_size()));
    const auto unpack_from = [&](const std::uint8_t* begin, std::uint64_t size) {
        return std::visit([&](const auto& unpacker) { return unpacker.unpack(begin, begin + size, count, to); },
                          unpacker_);
    };
    const std::uint64_t size = std::min<std::uint64_t>(header_.data_size - entry, MOST_PACKED_BYTES);
    if (held_.size() == state_.bytes) {
        return unpack_from(held_.data() + data_ + entry, size);
    }
    std::array<std::uint8_t, MOST_PACKED_BYTES + READ_AHEAD> bytes;
    return read(data_ + entry, std::span(bytes).first(size + READ_AHEAD)) && unpack_from(bytes.data(), size);
}

template void write_file<Wdl>(const std::filesystem::path&, const Material&, const Counts&, const Packed&);
template void write_file<Distance>(const std::filesystem::path&, const Material&, const Counts&, const Packed&);

}  // namespace crownhead::endgame
