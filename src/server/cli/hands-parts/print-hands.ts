import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadHand, readHands } from '../../../shared/poker/formats/read-hands.ts';
import type { Hand } from '../../../shared/poker/hand.ts';
import { sumOfAwards, wonBy } from '../../../shared/poker/hand-result.ts';
import { cardText } from '../../../shared/poker/playing-card.ts';
import { paidBySeat } from '../../../shared/poker/table-states.ts';

/** A hand that was read. Amounts are decimal strings in the hand's unit. Cards are written like `Ah`. */
type ReadLine = {
  /** Whether the text of the hand contains no contradictions. */
  sound: boolean;
  handId: string;
  hero: string | null;
  heroCards: string[] | null;
  boards: string[][];
  buttonSeat: number;
  /** Null for chips. */
  currency: string | null;
  players: { seat: number; name: string; stack: string }[];
  /** With rake and fees, without uncalled bets that were returned. */
  pot: string;
  collected: Record<string, string>;
  /** Each player's stack at the end of the hand minus that at the start. */
  net: Record<string, string>;
};

export type HandLine = { file: string; index: number } & (
  | { unreadable: { code: string; line: number; text: string } }
  | ReadLine
);

/** Reads each `.txt` and `.xml` file below a folder, in the order of their paths. */
export async function* readFolder(folder: string, { names }: { names: boolean }): AsyncGenerator<HandLine> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(?:txt|xml)$/i.test(file));
  for (const file of files.sort()) {
    let index = 0;
    for (const result of readHands(await readFile(join(folder, file)))) {
      if ('code' in result) {
        const { code, line, text } = result;
        yield { file, index, unreadable: { code, line, text } };
      } else yield { file, index, ...lineOf(result, names) };
      index += 1;
    }
  }
}

function lineOf({ hand, oddities, number, names }: ReadHand, withNames: boolean): ReadLine {
  const nameOf = (seat: number) => {
    if (withNames) return names.get(seat) ?? `Seat ${seat}`;
    return seat === hand.hero ? 'Hero' : `Seat ${seat}`;
  };
  const { hero, fees, rake, awards } = hand;
  const paid = paidBySeat(hand);
  const seats = hand.seats.map(({ seat }) => seat);
  const winners = seats.filter((seat) => wonBy(awards, seat) > 0);
  return {
    sound: oddities.length === 0,
    handId: number,
    hero: hero === null ? null : nameOf(hero),
    heroCards: heroCardsOf(hand),
    boards: hand.boards.map((board) => board.map(cardText)),
    buttonSeat: hand.button,
    currency: hand.unit.currency,
    players: hand.seats.map(({ seat, stack }) => ({ seat, name: nameOf(seat), stack: decimal(stack) })),
    pot: decimal(sumOfAwards(awards) + rake + (fees?.jackpot ?? 0) + (fees?.other ?? 0)),
    collected: Object.fromEntries(winners.map((seat) => [nameOf(seat), decimal(wonBy(awards, seat))])),
    net: Object.fromEntries(
      seats.map((seat) => [nameOf(seat), decimal(wonBy(awards, seat) - (paid.get(seat) ?? 0))]),
    ),
  };
}

function heroCardsOf({ hero, seats }: Hand): string[] | null {
  return seats.find(({ seat }) => seat === hero)?.cards?.map(cardText) ?? null;
}

/** Units of 1/100 as the shortest decimal: `12.5`, `105`, `-0.02`. */
const decimal = (units: number) => String(units / 100);
