import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addVisits } from '../audit/analytics.queries.ts';
import type { Deps } from '../deps.ts';
import { hasSessionCookie } from './session-cookie.ts';

const saveEveryMs = 60_000;

/**
 * Counts visits by day. A visit begins when a browser without a session cookie opens a page from outside the academy.
 * Only the number of visits is stored, and nothing about the visitors. Robots that send no fetch metadata are not
 * counted.
 *
 * Visits are counted in memory and saved once a minute and at shutdown, so that sending a cached page needs no database
 * write. A crash or a failed write loses the visits that are not saved yet.
 * @returns a function that counts a request if it begins a visit
 */
export function openVisitCounter(app: FastifyInstance, deps: Deps): (request: FastifyRequest) => void {
  const counts = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...counts];
    counts.clear();
    for (const [day, count] of counted) {
      await addVisits(deps.db, day, count).catch((error: unknown) =>
        deps.log.error({ err: error, day, count }, 'visits could not be saved'),
      );
    }
  }
  app.addHook('onClose', save);

  return (request) => {
    if (!beginsVisit(request) || hasSessionCookie(request, deps.appUrl().startsWith('https:'))) return;
    const day = deps.now().toISOString().slice(0, 10);
    counts.set(day, (counts.get(day) ?? 0) + 1);
    timer ??= setTimeout(() => void save(), saveEveryMs).unref();
  };
}

/** Whether the visitor followed a link from another site, typed the URL or opened a bookmark; false for a prefetch. */
function beginsVisit({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-dest'] === 'document' &&
    (headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'cross-site') &&
    headers['sec-purpose'] === undefined
  );
}
