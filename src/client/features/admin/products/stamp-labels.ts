import type { StampProblem } from '../../../../shared/shop/stamping.ts';

const reasons: Record<StampProblem, string> = {
  too_large: 'It is too large',
  protected: 'It is protected',
  unreadable: 'Its pages cannot be read one by one',
};

/** What a card and the message after saving say of a PDF that cannot carry its reader's name. */
export const stampProblemText = (problem: StampProblem): string =>
  `Cannot be stamped; it will be delivered as it is. ${reasons[problem]}.`;
