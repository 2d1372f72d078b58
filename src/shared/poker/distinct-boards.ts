import type { PlayingCard } from './playing-card.ts';

/** The boards of a hand that is run several times, without repetitions. */
export function distinctBoards(boards: readonly PlayingCard[][]): PlayingCard[][] {
  return boards.filter(
    (board, index) => boards.findIndex((other) => other.join() === board.join()) === index,
  );
}
