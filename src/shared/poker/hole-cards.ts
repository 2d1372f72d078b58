import type { PokerGame } from './hand.ts';

const omahaHoleCards: Partial<Record<PokerGame, number>> = { plo: 4, plo5: 5, plo6: 6, plo8: 4 };

/** How many hole cards each player has. */
export const holeCardCount = (game: PokerGame): number => omahaHoleCards[game] ?? 2;
