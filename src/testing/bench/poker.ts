import { equityHoldem, evaluateHoldem } from '@poker-apprentice/hand-evaluator';
import { handEquities } from '../../shared/poker/equity.ts';
import { rankMasks } from '../../shared/poker/evaluate.ts';
import {
  cardText,
  fullDeck,
  type PlayingCard,
  parseCards,
  rankOf,
  suitOf,
} from '../../shared/poker/playing-card.ts';
import { parseRange } from '../../shared/poker/range.ts';
import { rangeEquity } from '../../shared/poker/range-equity.ts';
import { median } from './load.ts';
import type { Row } from './report.ts';

type Card = Parameters<typeof evaluateHoldem>[0]['holeCards'][number];
const named = (cards: readonly PlayingCard[]) => cards.map((card) => cardText(card) as Card);
const cards = (text: string) => parseCards(text) ?? [];
const otherLibrary = '@poker-apprentice/hand-evaluator';

/** The median duration of several runs after a warm-up run, in milliseconds. */
function medianMs(work: () => unknown, rounds: number): number {
  work();
  const taken = Array.from({ length: rounds }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(taken);
}

/** Ranks every seven-card hand that contains the first two cards of the deck: 2,118,760 hands. */
function rankAll(): number {
  const masks = new Int32Array(4);
  const toggle = (card: number) => {
    masks[suitOf(card)] = (masks[suitOf(card)] as number) ^ (1 << rankOf(card));
  };
  let sum = 0;
  const deal = (from: number, missing: number): void => {
    if (missing === 0) {
      sum += rankMasks(masks[0] as number, masks[1] as number, masks[2] as number, masks[3] as number);
      return;
    }
    for (let card = from; card <= 52 - missing; card += 1) {
      toggle(card);
      deal(card + 1, missing - 1);
      toggle(card);
    }
  };
  toggle(0);
  toggle(1);
  deal(2, 5);
  return sum;
}

const handsRanked = 2_118_760;
const handsOfOther = 20_000;

/** Ranks seven-card hands one at a time, because the other library has no batch call. */
function rankByOther(): void {
  for (let index = 0; index < handsOfOther; index += 1) {
    const drawn = Array.from(
      { length: 7 },
      (_, place) => fullDeck[(index * 7 + place * 8 + (index % 8)) % 52] ?? 0,
    );
    evaluateHoldem({ holeCards: named(drawn.slice(0, 2)), communityCards: named(drawn.slice(2)) });
  }
}

const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

function comparedWithOther(path: string, own: number, other: number): Row {
  return {
    path,
    reference: otherLibrary,
    academy: ms(own),
    bare: ms(other),
    ratio: own / other,
    target: { atMost: 1 },
  };
}

function comparedWithLimit(path: string, own: number, limit: number): Row {
  return {
    path,
    reference: 'the longest acceptable wait',
    academy: ms(own),
    bare: `${limit} ms`,
    ratio: own / limit,
    target: { atMost: 1 },
  };
}

const opener = '22+, A2s+, K9s+, Q9s+, J9s+, T8s+, 97s+, 86s+, 76s, 65s, A9o+, KTo+, QTo+, JTo';
const caller = '99-22, AJs-A2s, KTs+, QTs+, J9s+, T9s, 98s, 87s, 76s, 65s, AQo-ATo, KJo+, QJo';

/** Measures hand ranking and equities, compared with another library or, if it lacks the function, a time limit. */
export function measurePoker({ rounds }: { rounds: number }): Row[] {
  const rank = handsRanked / medianMs(rankAll, rounds) / 1_000;
  const otherRank = handsOfOther / medianMs(rankByOther, rounds) / 1_000;
  const hands = ['JhTh', 'AsAd'].map(cards);
  const flop = cards('9h8h2c');
  const range = [parseRange(opener), parseRange(caller)] as const;
  const all = parseRange(
    'AKQJT98765432'
      .split('')
      .flatMap((rank, index, ranks) => {
        const low = ranks.slice(index + 1).map((other) => `${rank}${other}s, ${rank}${other}o`);
        return [`${rank}${rank}`, ...low];
      })
      .join(', '),
  );
  const equity = (board: string, [own, other]: readonly [typeof all, typeof all]) =>
    medianMs(() => rangeEquity(own, other, cards(board)), rounds);
  return [
    {
      path: 'Seven-card hands evaluated per second, enumerated in order',
      reference: `${otherLibrary}, one hand at a time`,
      academy: `${rank.toFixed(1)} million`,
      bare: `${otherRank.toFixed(2)} million`,
      ratio: rank / otherRank,
      target: { atLeast: 50 },
    },
    comparedWithOther(
      'Hand vs. hand on the flop',
      medianMs(() => handEquities(hands, flop), rounds * 5),
      medianMs(() => equityHoldem(hands.map(named), named(flop)), rounds * 5),
    ),
    comparedWithOther(
      'Hand vs. hand preflop',
      medianMs(() => handEquities(hands, []), rounds),
      medianMs(() => equityHoldem(hands.map(named), []), rounds),
    ),
    comparedWithLimit('Range vs. range on the river', equity('9h8h2cKsQd', range), 5),
    comparedWithLimit('Range vs. range on the turn', equity('9h8h2cKs', range), 50),
    comparedWithLimit('Range vs. range on the flop', equity('9h8h2c', range), 500),
    comparedWithLimit('Every hand vs. every hand on the flop', equity('9h8h2c', [all, all]), 2_000),
  ];
}
