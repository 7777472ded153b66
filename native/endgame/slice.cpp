#include "endgame/slice.hpp"

#include <algorithm>
#include <set>

#include "board/fault.hpp"

namespace crownhead::endgame {

std::string Material::name() const {
    std::string name;
    for (const int count : {men, kings, enemy_men, enemy_kings}) {
        name += static_cast<char>('0' + count);
    }
    return name;
}

Material Material::named(std::string_view name) {
    const auto is_digit = [](char digit) { return digit >= '0' && digit <= '9'; };
    if (name.size() == 4 && std::all_of(name.begin(), name.end(), is_digit)) {
        const Material material{name[0] - '0', name[1] - '0', name[2] - '0', name[3] - '0'};
        if (material.is_played() && material.pieces() <= MAX_PIECES) {
            return material;
        }
    }
    throw Fault("endgame.no-slice", {{"name", std::string(name.substr(0, 20))}, {"most", MAX_PIECES}});
}

std::vector<Material> slices_of(int pieces) {
    std::vector<Material> slices;
    for (int men = 0; men < pieces; ++men) {
        for (int kings = 0; men + kings < pieces; ++kings) {
            for (int enemy_men = 0; men + kings + enemy_men <= pieces; ++enemy_men) {
                const Material material{men, kings, enemy_men, pieces - men - kings - enemy_men};
                if (material.is_played()) {
                    slices.push_back(material);
                }
            }
        }
    }
    return slices;
}

namespace {

// The slices that moves out of a slice lead to, seen by the other side, which is then to move.
void add_needs(const Material& from, std::set<Material>& needs) {
    for (int crowned = 0; crowned <= std::min(1, from.men); ++crowned) {
        for (int enemy_men = 0; enemy_men <= from.enemy_men; ++enemy_men) {
            for (int enemy_kings = 0; enemy_kings <= from.enemy_kings; ++enemy_kings) {
                const Material after{enemy_men, enemy_kings, from.men - crowned, from.kings + crowned};
                const bool leaves = crowned > 0 || enemy_men + enemy_kings < from.enemies();
                if (leaves && after.is_played()) {
                    needs.insert(after);
                }
            }
        }
    }
}

}  // namespace

std::vector<Material> needs_of(const Material& material) {
    std::set<Material> needs;
    add_needs(material, needs);
    add_needs(material.twin(), needs);
    return {needs.begin(), needs.end()};
}

std::vector<Material> all_needs_of(const Material& material) {
    std::set<Material> found;
    std::vector<Material> open = needs_of(material);
    while (!open.empty()) {
        const Material next = open.back();
        open.pop_back();
        if (found.insert(next).second) {
            const std::vector<Material> more = needs_of(next);
            open.insert(open.end(), more.begin(), more.end());
        }
    }
    return {found.begin(), found.end()};
}

Index::Index(const Material& material)
    : material_(material), first_(CHOOSE[std::popcount(OWN_MEN_SQUARES)][material.men]) {
    const int free = SQUARES - material.men - material.enemy_men;
    enemy_kings_count_ = CHOOSE[free - material.kings][material.enemy_kings];
    kings_count_ = CHOOSE[free][material.kings] * enemy_kings_count_;
    for (std::uint32_t rank = 0; rank < first_.size(); ++rank) {
        first_[rank] = static_cast<std::uint32_t>(men_count_);
        const Bits men = unranked(rank, material.men, OWN_MEN_SQUARES);
        men_count_ += CHOOSE[std::popcount(ENEMY_MEN_SQUARES & ~men)][material.enemy_men];
    }
}

Own Index::position(std::uint64_t rank) const {
    return Finder(*this).position(rank);
}

void Index::Finder::find_men(std::uint64_t men_rank) {
    const auto& first = index_.first_;
    const auto rank = static_cast<std::uint32_t>(men_rank);
    const auto own_rank =
        static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), rank) - first.begin() - 1);
    men_ = unranked(static_cast<std::uint32_t>(own_rank), index_.material_.men, OWN_MEN_SQUARES);
    enemy_men_ = unranked(rank - first[own_rank], index_.material_.enemy_men, ENEMY_MEN_SQUARES & ~men_);
    free_of_men_ = BOARD & ~(men_ | enemy_men_);
    men_rank_ = men_rank;
    kings_rank_ = NONE;
}

Own Index::Finder::position(std::uint64_t rank) {
    if (const std::uint64_t men_rank = rank / index_.kings_count_; men_rank != men_rank_) {
        find_men(men_rank);
    }
    const std::uint64_t both = rank - men_rank_ * index_.kings_count_;
    const std::uint64_t kings_rank = both / index_.enemy_kings_count_;
    if (kings_rank != kings_rank_) {
        kings_ = unranked(static_cast<std::uint32_t>(kings_rank), index_.material_.kings, free_of_men_);
        kings_rank_ = kings_rank;
    }
    const auto last = static_cast<std::uint32_t>(both - kings_rank * index_.enemy_kings_count_);
    return own_view(men_, kings_, enemy_men_, unranked(last, index_.material_.enemy_kings, free_of_men_ & ~kings_));
}

}  // namespace crownhead::endgame
