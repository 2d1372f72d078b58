/** What is odd about a hand, as sentences for users. A sentence may be shown without the line that it is about. */
const sentences = {
  against_the_rules: 'The rules do not allow one of the actions. It is shown as the poker room wrote it.',
  ends_early: 'A player still had a decision when the hand ended.',
  raise_differs: 'The two amounts of a raise do not match. The total was used.',
  return_differs:
    'A returned amount differs from the part of the bet that no player called. The uncalled part was used.',
  summary_differs: 'The summary contradicts the hand. Where they differ, the summary was ignored.',
  repeated_line: 'A line appears twice. It was counted once.',
  blinds_differ: 'The blinds or antes do not match the stakes or the position of the button.',
  other_winner: 'According to the cards, a pot should have other winners.',
  not_in_the_pot: 'A player wins a pot that they could not win.',
  not_all_in: 'The text says that a player is all-in, but the player has chips left. Check the stack.',
  pots_differ: 'The pots were not divided as the rules require.',
  after_a_cut: 'The hand before this one is cut off, so lines may be missing here too.',
} as const;
export type OddityCode = keyof typeof sentences;

/** A hand with an oddity is accepted, but shown as odd. */
export type Oddity = {
  code: OddityCode;
  /** Number of the line in the whole text, from 1. */
  line: number;
  message: string;
};

/** @param at - the index of the line in the whole text */
export function oddityOf(code: OddityCode, at: number): Oddity {
  return { code, line: at + 1, message: sentences[code] };
}
