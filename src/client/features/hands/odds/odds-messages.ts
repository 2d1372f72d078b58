import type { Odds, OddsSide } from '../../../../shared/poker/odds.ts';
import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';

export type OddsRequest = { sides: readonly OddsSide[]; board: readonly PlayingCard[] };

/** Null for a range that cannot be read or holds no possible hand. */
export type OddsResponse = { request: OddsRequest; odds: Odds | null };
