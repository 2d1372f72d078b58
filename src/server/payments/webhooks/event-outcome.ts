import type { Deps } from '../../deps.ts';

/**
 * What became of an event. `reason`: why it was ignored; if it was processed, the resulting status, such as that of a
 * subscription, or null.
 */
export type EventOutcome = { status: 'processed' | 'ignored'; reason: string | null };

/** Handles an event: reads the event's object from Stripe by its id. */
export type EventHandler = (deps: Deps, objectId: string) => Promise<EventOutcome>;

export function ignored(reason: string): EventOutcome {
  return { status: 'ignored', reason };
}
