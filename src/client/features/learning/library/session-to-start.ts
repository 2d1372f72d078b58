import type { CoachingSession } from '../../../../shared/learning/learning.ts';

/** Sessions up to this number are open to everybody who is signed in. */
const openSessionNumber = 2;

type Startable = Pick<CoachingSession, 'id' | 'sessionNumber' | 'owned'>;

/** What Start Learning opens: by number the first that is owned or has number 2 or lower. */
export function sessionToStart<Session extends Startable>(sessions: readonly Session[]): Session | undefined {
  return sessions
    .toSorted((a, b) => a.sessionNumber - b.sessionNumber || a.id - b.id)
    .find((session) => session.owned || session.sessionNumber <= openSessionNumber);
}
