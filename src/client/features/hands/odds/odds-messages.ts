import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';

export type OddsRequest = {
  request: number;
  hero: PlayingCard[];
  board: PlayingCard[];
  /** Known cards, or a range such as `22+, ATs+`. */
  opponent: PlayingCard[] | string;
};

/** `equity` is 0…1; null for a range that cannot be read or holds no possible hand. */
export type OddsResponse = { request: number; equity: number | null };
