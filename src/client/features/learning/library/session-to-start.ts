import { isOpenToAll } from '../../../../shared/access/access-rules.ts';
import type { CoachingSession } from '../../../../shared/learning/learning.ts';

type Startable = Pick<CoachingSession, 'id' | 'sessionNumber' | 'owned'>;

/** What Start Learning opens: by number the first that is owned or open to everybody. */
export function sessionToStart<Session extends Startable>(sessions: readonly Session[]): Session | undefined {
  return sessions
    .toSorted((a, b) => a.sessionNumber - b.sessionNumber || a.id - b.id)
    .find(
      (session) => session.owned || isOpenToAll({ type: 'session', productNumber: session.sessionNumber }),
    );
}
