import type { TestApp, TestUser } from '../../../testing/test-app.ts';

/** The text of a hand as a poker room writes it, with invented names. */
export function roomText(number: number, river: string): string {
  return [
    `PokerStars Hand #${number}:  Hold'em No Limit ($0.25/$0.50 USD) - 2026/03/01 20:15:00 ET`,
    "Table 'Quillfeather' 6-max Seat #4 is the button",
    'Seat 1: Bramblewick ($50 in chips)',
    'Seat 3: Marigold ($50 in chips)',
    'Seat 4: Thistledown ($48 in chips)',
    'Bramblewick: posts small blind $0.25',
    'Marigold: posts big blind $0.50',
    '*** HOLE CARDS ***',
    'Dealt to Marigold [Qc Jc]',
    'Thistledown: raises $0.75 to $1.25',
    'Bramblewick: folds',
    'Marigold: calls $0.75',
    '*** FLOP *** [Qh 8d 4s]',
    'Marigold: checks',
    'Thistledown: bets $1.50',
    'Marigold: calls $1.50',
    '*** TURN *** [Qh 8d 4s] [8c]',
    'Marigold: checks',
    'Thistledown: checks',
    `*** RIVER *** [Qh 8d 4s 8c] [${river}]`,
    'Marigold: bets $3',
    'Thistledown: calls $3',
    '*** SHOW DOWN ***',
    'Marigold: shows [Qc Jc] (two pair, Queens and Eights)',
    'Thistledown: mucks hand',
    'Marigold collected $11.25 from pot',
    '*** SUMMARY ***',
    'Total pot $11.75 | Rake $0.50',
    `Board [Qh 8d 4s 8c ${river}]`,
    'Seat 1: Bramblewick (small blind) folded before Flop',
    'Seat 3: Marigold (big blind) showed [Qc Jc] and won ($11.25) with two pair, Queens and Eights',
    'Seat 4: Thistledown (button) mucked [Ac Kc]',
    '',
  ].join('\n');
}

/** A key that looks like the hash by which saved hands are recognized. The letter must be one of a to f. */
export const keyOf = (letter: string) => letter.repeat(64);

/** Saves a hand from its text. @returns its id */
export async function savedText(
  app: TestApp,
  user: TestUser,
  letter = 'a',
  text = roomText(230000000001, '2s'),
): Promise<string> {
  const [outcome] = await app.caller(user).hands.save({ hands: [{ text, key: keyOf(letter) }] });
  if (outcome?.outcome !== 'saved') throw new Error(JSON.stringify(outcome));
  return outcome.id;
}
