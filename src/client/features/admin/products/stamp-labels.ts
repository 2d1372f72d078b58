import type { StampProblem } from '../../../../shared/shop/stamping.ts';

const reasons: Record<StampProblem, string> = {
  too_large: 'It is too large',
  protected: 'It is protected',
  unreadable: 'Its pages cannot be read',
};

/** The text for a PDF that cannot be stamped, in the admin's lists and in the message after saving. */
export const stampProblemText = (problem: StampProblem): string =>
  `Cannot be stamped; it will be delivered as it is. ${reasons[problem]}.`;
