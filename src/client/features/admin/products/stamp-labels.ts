import type { StampProblem } from '../../../../shared/shop/stamping.ts';

const reasons: Record<StampProblem, string> = {
  too_large: 'The PDF is too large',
  protected: 'The PDF is protected',
  unreadable: 'The pages of the PDF cannot be read',
};

/** The text for a PDF that cannot be stamped, in the admin's lists and in the message after saving. */
export const stampProblemText = (problem: StampProblem): string =>
  `${reasons[problem]}, so it will be delivered without a stamp.`;
