import type { HandAction } from './hand.ts';

export type DecisionAction = Exclude<HandAction, { a: 'street' | 'post' | 'return' }>;

/** Whether an action is a decision of a player. */
export const isDecision = (action: HandAction): action is DecisionAction =>
  action.a !== 'street' && action.a !== 'post' && action.a !== 'return';
