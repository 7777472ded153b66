#include "endgame/verify.hpp"

#include "board/key.hpp"
#include "board/movegen.hpp"

namespace crownhead::endgame {
namespace {

constexpr std::uint64_t CHECKED_BETWEEN_REPORTS = 1 << 16;
// Large enough for complete slices of five pieces: random positions have successors everywhere.
constexpr std::size_t CACHED_BLOCKS = 16384;

// The result that follows from the successors: a move to a lost position wins, the quickest is best, and so on.
Answer from_successors(const Tables& tables, const Position& position, bool distance, Cache& cache) {
    MoveList moves;
    legal_moves(position, English{}, moves);
    int quickest = -1;
    int slowest = 0;
    bool draws = false;
    bool wins = false;
    for (const Move& move : moves) {
        const Answer after = tables.probe(position.play(move), cache);
        if (!after.known || (distance && after.plies < 0 && after.outcome != DRAW)) {
            return {};
        }
        if (after.outcome == LOSS) {
            wins = true;
            quickest = quickest < 0 || after.plies + 1 < quickest ? after.plies + 1 : quickest;
        }
        draws |= after.outcome == DRAW;
        slowest = std::max(slowest, after.plies + 1);
    }
    if (wins) {
        return {true, WIN, distance ? quickest : -1};
    }
    return draws ? Answer{true, DRAW, -1} : Answer{true, LOSS, distance ? slowest : -1};
}

// The entry of this table, even if another table knows more.
Answer from_table(const Tables& tables, const File& file, std::uint64_t rank, const Position& position, Cache& cache) {
    Answer answer = can_capture(position, English{}) ? tables.probe(position, cache) : tables.stored(file, rank, cache);
    answer.plies = file.has_distance() ? answer.plies : -1;
    return answer;
}

void count(Counts& counts, const Answer& answer, std::uint64_t rank) {
    counts.wins += answer.outcome == WIN;
    counts.draws += answer.outcome == DRAW;
    counts.losses += answer.outcome == LOSS;
    if (answer.outcome == WIN && answer.plies > counts.longest) {
        counts.longest = answer.plies;
        counts.longest_index = rank;
    }
}

}  // namespace

Finding verify(const Tables& tables, const File& file, std::uint64_t sample, std::uint64_t seed,
               const Progress& progress) {
    const std::uint64_t size = file.index().size();
    const bool all = sample == 0 || sample >= size;
    const std::uint64_t wanted = all ? size : sample;
    Cache cache(CACHED_BLOCKS);
    Counts counts;
    Finding finding;
    for (; finding.checked < wanted; ++finding.checked) {
        if (finding.checked % CHECKED_BETWEEN_REPORTS == 0) {
            progress(static_cast<double>(finding.checked) / static_cast<double>(wanted));
        }
        const std::uint64_t rank = all ? finding.checked : mixed(seed ^ mixed(finding.checked)) % size;
        const Position position = position_of(file.index().position(rank));
        finding.stored = from_table(tables, file, rank, position, cache);
        finding.expected = from_successors(tables, position, file.has_distance(), cache);
        if (finding.stored != finding.expected || !finding.stored.known) {
            finding.position = position;
            return finding;
        }
        count(counts, finding.stored, rank);
    }
    finding.counts_differ = all && counts != file.counts();
    return finding;
}

}  // namespace crownhead::endgame
