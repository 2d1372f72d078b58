/** What is odd about a hand that was read, each with its sentence. */
const sentences = {
  against_the_rules: 'The rules do not allow this action here. It is kept as the poker room wrote it.',
  ends_early: 'A player still had a decision when the hand ended.',
  raise_differs: 'The two amounts of this raise do not fit together. The total was taken.',
  return_differs: 'What went back is not what nobody called. What nobody called was taken.',
  summary_differs: 'The summary tells something else than the hand. The hand was taken.',
  repeated_line: 'The same line appears twice. It was counted once.',
  blinds_differ: 'The blinds or antes are not those of the stakes and the button.',
  other_winner: 'By the cards another player wins this pot.',
  not_in_the_pot: 'A player wins a pot that they could not win.',
  pots_differ: 'The pots were paid with other amounts than the rules give.',
  after_a_cut: 'The hand before this one is cut off, so lines may be missing here too.',
} as const;
export type OddityCode = keyof typeof sentences;

/** A hand with an oddity is kept, but never shown as sound. */
export type Oddity = {
  code: OddityCode;
  /** From 1, in the whole text. */
  line: number;
  say: string;
};

/** @param at index of the line in the whole text */
export function oddityOf(code: OddityCode, at: number): Oddity {
  return { code, line: at + 1, say: sentences[code] };
}
