#include "bindings/reading.hpp"

#include "library/movetext.hpp"

namespace crownhead::bindings {
namespace {

constexpr char upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

bool take(std::string_view text, std::size_t& at, char letter) {
    const bool found = at < text.size() && upper(text[at]) == letter;
    at += found ? 1 : 0;
    return found;
}

struct Group {
    Bits pieces = 0;
    Bits kings = 0;
};

// Reads one of 12, K12, 1-12 and K1-K12 into a group. Returns false for anything else, or if a square is taken.
bool read_item(std::string_view text, std::size_t& at, Group& group) {
    const bool king = take(text, at, 'K');
    const auto first = read_square(text, at);
    auto last = first;
    if (first && take(text, at, '-')) {
        if (take(text, at, 'K') && !king) {
            return false;
        }
        last = read_square(text, at);
    }
    if (!first || !last || *last < *first) {
        return false;
    }
    const Bits named = squares(*first, *last);
    const bool taken = (group.pieces & named) != 0;
    group.pieces |= named;
    group.kings |= king ? named : 0;
    return !taken;
}

// Reads the pieces of a side after its letter, up to a colon or the end.
bool read_group(std::string_view text, std::size_t& at, Group& group) {
    if (at == text.size() || text[at] == ':') {
        return true;
    }
    do {
        if (!read_item(text, at, group)) {
            return false;
        }
    } while (take(text, at, ','));
    return at == text.size() || text[at] == ':';
}

std::optional<Side> read_side(std::string_view text, std::size_t& at) {
    if (take(text, at, 'B')) {
        return Side::Black;
    }
    return take(text, at, 'W') ? std::optional(Side::White) : std::nullopt;
}

// Writes the pieces of a side, K before kings. Returns the new position in the text.
char* write_group(char* to, Bits pieces, Bits kings) {
    for (Bits left = pieces; left != 0; left &= left - 1) {
        const int number = number_of_bit(lowest_bit(left));
        if (left != pieces) {
            *to++ = ',';
        }
        if ((kings & left & -left) != 0) {
            *to++ = 'K';
        }
        if (number >= 10) {
            *to++ = static_cast<char>('0' + number / 10);
        }
        *to++ = static_cast<char>('0' + number % 10);
    }
    return to;
}

}  // namespace

std::optional<std::string_view> utf8_of(nb::handle text) {
    if (!PyUnicode_Check(text.ptr())) {
        return std::nullopt;
    }
    Py_ssize_t size = 0;
    const char* letters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (letters == nullptr) {
        PyErr_Clear();  // an unpaired surrogate
        return std::nullopt;
    }
    return std::string_view(letters, static_cast<std::size_t>(size));
}

std::optional<Position> read_fen(std::string_view text) {
    if (text.ends_with('.')) {
        text.remove_suffix(1);
    }
    std::size_t at = 0;
    const auto turn = read_side(text, at);
    if (!turn) {
        return std::nullopt;
    }
    Position position;
    position.turn = *turn;
    std::optional<Side> before;
    for (int list = 0; list < 2; ++list) {
        const bool separated = take(text, at, ':');
        const auto side = separated ? read_side(text, at) : std::nullopt;
        Group group;
        if (!side || side == before || !read_group(text, at, group)) {
            return std::nullopt;
        }
        position.pieces[static_cast<std::size_t>(*side)] = group.pieces;
        position.kings |= group.kings;
        before = side;
    }
    return at == text.size() ? std::optional(position) : std::nullopt;
}

nb::str write_fen(const Position& position) {
    constexpr std::size_t LONGEST = 8 + 4 * SQUARES;  // a piece is a comma, a K and two digits at most
    char text[LONGEST];
    char* at = text;
    for (const char letter : {position.turn == Side::Black ? 'B' : 'W', ':', 'W'}) {
        *at++ = letter;
    }
    at = write_group(at, position.of(Side::White), position.kings);
    *at++ = ':';
    *at++ = 'B';
    at = write_group(at, position.of(Side::Black), position.kings);
    return nb::str(text, static_cast<std::size_t>(at - text));
}

}  // namespace crownhead::bindings
