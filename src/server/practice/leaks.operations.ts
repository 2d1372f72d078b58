import type { z } from 'zod';
import type { BriefBlocks } from '../../shared/coaching/brief.ts';
import { drillBounds } from '../../shared/practice/drills.ts';
import { type evidenceView, type LeakRow, type LeakValue, leakMap } from '../../shared/practice/leak-map.ts';
import type { LeakId } from '../../shared/practice/leaks.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { openDecks } from './decks.operations.ts';
import { findOfLeak } from './drills.queries.ts';
import { findAttemptsOfLeak, findNamedLeaks, sumLeakAttempts } from './leaks.queries.ts';

const shownAttempts = 12;

/** How well the student handles each leak, from 0 to 1. The worst leak comes first. */
export async function leakValues(deps: Deps, { userId }: Actor): Promise<LeakValue[]> {
  const at = deps.now();
  const [attempts, named] = await Promise.all([
    sumLeakAttempts(deps.db, userId, at),
    findNamedLeaks(deps.db, userId, at),
  ]);
  return leakMap(attempts, named, at);
}

const percentOf = (value: number | null) => (value === null ? null : Math.round(100 * value));

export async function getLeakMap(deps: Deps, actor: Actor): Promise<LeakRow[]> {
  return (await leakValues(deps, actor)).map(({ leak, seen, value }) => ({
    leak,
    seen,
    percent: percentOf(value),
  }));
}

/**
 * For each leak that was observed often enough: how well the student handles it, in percent, now and at `before`. The
 * worst leak comes first.
 */
export async function leakChanges(
  deps: Deps,
  actor: Actor,
  before: Date,
): Promise<NonNullable<BriefBlocks['leaks']>> {
  const { userId } = actor;
  const now = deps.now();
  const [attempts, attemptsBefore, named] = await Promise.all([
    sumLeakAttempts(deps.db, userId, now),
    sumLeakAttempts(deps.db, userId, before),
    findNamedLeaks(deps.db, userId, now),
  ]);
  const namedBefore = named.filter(({ at }) => Date.parse(at) <= before.getTime());
  const values = leakMap(attempts, named, now);
  const earlier = leakMap(attemptsBefore, namedBefore, before);
  return values.flatMap(({ leak, seen, value }) => {
    const percent = percentOf(value);
    const then = earlier.find((each) => each.leak === leak)?.value ?? null;
    return percent === null ? [] : [{ leak, seen, percent, percentBefore: percentOf(then) }];
  });
}

/**
 * Returns the newest drill attempts and the questions that show how well the student handles a leak. Also counts the
 * drills of the leak that the student may practice, up to `drillBounds.loaded`.
 */
export async function getEvidence(
  deps: Deps,
  actor: Actor,
  leak: LeakId,
): Promise<z.infer<typeof evidenceView>> {
  const { userId } = actor;
  const [tries, named, decks] = await Promise.all([
    findAttemptsOfLeak(deps.db, userId, leak, shownAttempts),
    findNamedLeaks(deps.db, userId, deps.now()),
    openDecks(deps, actor),
  ]);
  const deckIds = decks.map(({ id }) => id);
  const drills = await findOfLeak(deps.db, userId, { leak, deckIds, limit: drillBounds.loaded });
  const ofLeak = named.filter((each) => each.leak === leak);
  return {
    tries,
    // The answer to a follow-up question may name the same leak as the first answer.
    questions: ofLeak
      .filter(({ questionId }, index) => index === ofLeak.findIndex((each) => each.questionId === questionId))
      .map(({ questionId, thought, at }) => ({ id: questionId, thought, answeredAt: at })),
    drills: drills.length,
  };
}
