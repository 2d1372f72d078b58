import type { Deps } from '../../deps.ts';

/** What became of an event. `reason`: why it was ignored, or the status of what was processed, if any. */
export type EventOutcome = { status: 'processed' | 'ignored'; reason: string | null };

/** Handles an event by the id of its object, which it reads from Stripe. */
export type EventHandler = (deps: Deps, objectId: string) => Promise<EventOutcome>;

export function ignored(reason: string): EventOutcome {
  return { status: 'ignored', reason };
}
