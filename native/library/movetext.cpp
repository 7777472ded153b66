#include "library/movetext.hpp"

namespace crownhead {
namespace {

constexpr bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

constexpr bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n';
}

// A move ends before one of these characters. Anything else may be part of the move, or of the next token.
constexpr bool ends_move(char letter) {
    return is_blank(letter) || letter == '!' || letter == '?' || letter == '{' || letter == ')';
}

}  // namespace

std::optional<int> read_square(std::string_view text, std::size_t& at) {
    std::size_t end = at;
    int number = 0;
    while (end < text.size() && end < at + 2 && is_digit(text[end])) {
        number = 10 * number + (text[end++] - '0');
    }
    if (number < 1 || number > SQUARES || (end < text.size() && is_digit(text[end]))) {
        return std::nullopt;
    }
    at = end;
    return number - 1;
}

Squares read_squares(std::string_view text, std::size_t& at) {
    Squares squares;
    std::size_t end = at;
    while (squares.count <= MAX_LEGS) {
        const auto square = read_square(text, end);
        if (!square) {
            break;
        }
        squares.numbers[static_cast<std::size_t>(squares.count++)] = *square + 1;
        const char next = end < text.size() ? text[end] : ' ';
        if (next != '-' && next != 'x' && next != 'X' && next != ':') {
            at = end;
            return squares;
        }
        ++end;
    }
    return {};
}

std::size_t end_of_moves(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (true) {
        const std::size_t begin = skip_numbers(text, end);
        std::size_t behind = begin;
        const bool move = read_squares(text, behind).count > 1 && behind < text.size() && ends_move(text[behind]);
        if (!move || text.substr(begin, behind - begin) == "1-1") {  // a result
            return end > at && begin == text.size() ? begin : end;   // a move number may end the line
        }
        for (end = behind; end < text.size() && is_blank(text[end]);) {
            ++end;
        }
    }
}

std::size_t skip_numbers(std::string_view text, std::size_t at) {
    while (true) {
        while (at < text.size() && is_blank(text[at])) {
            ++at;
        }
        std::size_t end = at;
        while (end < text.size() && is_digit(text[end])) {
            ++end;
        }
        if (end == text.size() || text[end] != '.') {
            return at;
        }
        for (at = end; at < text.size() && text[at] == '.';) {
            ++at;
        }
    }
}

const Move* only_move(const MoveList& moves, const Squares& squares) {
    const std::span wanted(squares.numbers.data(), static_cast<std::size_t>(squares.count));
    const Move* found = nullptr;
    int count = 0;
    for (const Move& move : moves) {
        if (fits(move, wanted)) {
            int path[MAX_LEGS + 1];
            if (path_of(move, path) == squares.count) {
                return &move;  // written in full
            }
            found = &move;
            ++count;
        }
    }
    return count == 1 ? found : nullptr;
}

}  // namespace crownhead
