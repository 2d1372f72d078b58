import type { Odds, OddsSide } from '../../../../shared/poker/odds.ts';
import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';

export type OddsRequest = { sides: readonly OddsSide[]; board: readonly PlayingCard[] };

export type OddsResponse = {
  request: OddsRequest;
  /** Null if a range cannot be parsed or contains no possible hand. */
  odds: Odds | null;
};
