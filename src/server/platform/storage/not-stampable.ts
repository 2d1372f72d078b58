import type { StampProblem } from '../../../shared/shop/stamping.ts';

/** A PDF that cannot be stamped. `cause`, if any, is the underlying error. */
export class NotStampable extends Error {
  override readonly name = 'NotStampable';
  readonly problem: StampProblem;

  constructor(problem: StampProblem, options?: { cause?: unknown }) {
    super(`This PDF cannot be stamped: ${problem}.`, options);
    this.problem = problem;
  }
}
