// Visits the positions of a slice in the order of their numbers, faster than looking up each number.
#pragma once

#include "endgame/slice.hpp"

namespace crownhead::endgame {

// The subsets of one size of some squares, in the order of rank_of.
class Sets {
public:
    void begin(Bits among, int size) {
        size_ = size;
        count_ = 0;
        set_ = 0;
        if (size == 0) {
            return;
        }
        for (; among != 0; among &= among - 1) {
            squares_[count_++] = among & -among;
        }
        for (int k = 0; k < size; ++k) {
            chosen_[k] = k;
            set_ |= squares_[k];
        }
    }

    Bits set() const { return set_; }

    // Returns false after the last one.
    bool next() {
        for (int k = 0; k < size_; ++k) {
            const int limit = k + 1 < size_ ? chosen_[k + 1] : count_;
            if (chosen_[k] + 1 < limit) {
                set_ ^= squares_[chosen_[k]] | squares_[chosen_[k] + 1];
                ++chosen_[k];
                return true;
            }
            // Directly below the next one: back to the lowest square.
            set_ ^= squares_[chosen_[k]];
            chosen_[k] = k;
            set_ |= squares_[k];
        }
        return false;
    }

private:
    int size_ = 0;
    int count_ = 0;
    Bits set_ = 0;
    std::array<int, MAX_PIECES> chosen_{};
    std::array<Bits, SQUARES> squares_{};
};

class Cursor {
public:
    explicit Cursor(const Material& material) : material_(material) {
        men_.begin(OWN_MEN_SQUARES, material.men);
        begin_enemy_men();
    }

    Own view() const { return own_view(men_.set(), kings_.set(), enemy_men_.set(), enemy_kings_.set()); }

    // Moves to the next position. Undefined after the last.
    void next() {
        if (enemy_kings_.next()) {
            return;
        }
        if (kings_.next()) {
            begin_enemy_kings();
        } else if (enemy_men_.next()) {
            begin_kings();
        } else if (men_.next()) {
            begin_enemy_men();
        }
    }

private:
    void begin_enemy_men() {
        enemy_men_.begin(ENEMY_MEN_SQUARES & ~men_.set(), material_.enemy_men);
        begin_kings();
    }

    void begin_kings() {
        free_ = BOARD & ~(men_.set() | enemy_men_.set());
        kings_.begin(free_, material_.kings);
        begin_enemy_kings();
    }

    void begin_enemy_kings() { enemy_kings_.begin(free_ & ~kings_.set(), material_.enemy_kings); }

    Material material_;
    Bits free_ = 0;
    Sets men_;
    Sets enemy_men_;
    Sets kings_;
    Sets enemy_kings_;
};

}  // namespace crownhead::endgame
