/** Why a hand cannot be read, and what the user can do about it. */
const sentences = {
  not_a_hand:
    'This is not a hand history. Paste the text that the poker room saved or emailed, and unpack a ZIP file first.',
  unknown_site:
    'We cannot read hands of this poker room or language yet. Use English hand histories, or build the hand instead.',
  unsupported_game: 'We read hold’em and pot-limit Omaha hands only, not this game.',
  cancelled: 'The poker room canceled this hand, so there is nothing to replay.',
  unfinished: 'This hand has no ending. Paste it again after it is over.',
  no_seats: 'The list of seats is missing. Paste the hand from its first line, in English.',
  unknown_player: 'No player with this name has a seat. Paste the hand as the poker room wrote it.',
  unknown_line: 'We do not know what this line means. Remove it if it is not part of the hand.',
  bad_card: 'A card in this line cannot be read. Paste the hand as the poker room wrote it.',
  duplicate_card: 'The same card is in two places. Paste the hand as the poker room wrote it.',
  bad_amount: 'An amount in this line cannot be read. Paste the hand as the poker room wrote it.',
  no_big_blind: 'The text does not state the big blind. Paste the hand as the poker room wrote it.',
  impossible_action: 'This action cannot have happened. Paste the hand as the poker room wrote it.',
  over_stack: 'A player puts in more than they have. Paste the hand as the poker room wrote it.',
  board_differs: 'Two lines show different cards on the board. Paste the hand as the poker room wrote it.',
  does_not_balance:
    'The amounts won do not match the amounts put in. Paste the hand as the poker room wrote it; pots to which a room adds money cannot be read.',
  too_large: 'This hand has more lines, seats or cards than a poker hand can have.',
  two_hands_mixed: 'Lines of two hands are mixed here. Paste each hand whole.',
  observed_without_awards: 'The text of this hand does not say who won. Paste a hand with its ending.',
} as const;
export type HandParseErrorCode = keyof typeof sentences;

export type UnreadableHand = {
  code: HandParseErrorCode;
  /** Number of the line in the whole text, from 1. */
  line: number;
  /** The line, at most 120 characters. `readHands` removes the names of players from it. */
  text: string;
  /** The reason and what to do, for the user. */
  message: string;
};

/** Thrown to stop the parsing of a hand; `readHands` converts it to an `UnreadableHand`. */
export class HandParseError extends Error {
  readonly code: HandParseErrorCode;
  /** Index of the line in the whole text. */
  readonly at: number;

  constructor(code: HandParseErrorCode, at: number) {
    super(code);
    this.code = code;
    this.at = at;
  }
}

/** @param text - a line without names */
export function unreadableHand(code: HandParseErrorCode, at: number, text: string): UnreadableHand {
  return { code, line: at + 1, text: text.slice(0, 120), message: sentences[code] };
}
