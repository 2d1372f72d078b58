import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ActorName, actorNames, grantedAccess, openActors } from '../../testing/actors.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { appRouter } from '../router.ts';
import { isAllowedWhileImpersonating } from '../trpc/impersonation-allowlist.ts';
import { stepUp } from '../trpc/step-up.ts';
import { restCalls } from './rest/rest.ts';
import { alwaysRecent, levels } from './testing/access-levels.ts';

const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]) => ({
  name,
  type: (procedure as unknown as { _def: { type: 'query' | 'mutation' } })._def.type,
}));

/**
 * These two procedures are called only as a visitor. They succeed without input, so calls as other clients would end
 * the session or the impersonation that the next tests use.
 */
const endsSession = (name: string) => name === 'auth.logout' || name === 'impersonation.stop';
const callersOf = (name: string): readonly ActorName[] => (endsSession(name) ? ['visitor'] : actorNames);
const typeOf = (name: string) => procedures.find((one) => one.name === name)?.type ?? 'mutation';

const test = setUpTestApp();
let clients: Record<ActorName, HttpClient>;

beforeAll(async () => {
  clients = await openActors(test);
});

/**
 * The expected status. During impersonation (`viewer`), it is 403 unless the procedure is on the allowlist. For
 * everybody else, public procedures are allowed. Other procedures return 401 without a live session. With a session,
 * `admin` procedures return 403 to students and coaches, `staff` procedures to students, and `coach` procedures to all
 * users except coaches.
 */
function expected(name: string, who: ActorName): 401 | 403 | 'allowed' {
  const level = levels[name] ?? 'admin';
  if (grantedAccess[who] === 'viewer')
    return isAllowedWhileImpersonating(typeOf(name), name) ? 'allowed' : 403;
  if (level === 'public') return 'allowed';
  if (grantedAccess[who] === 'visitor') return 401;
  // No role makes a user a coach, not even the role `admin`.
  if (level === 'coach') return who === 'coach' ? 'allowed' : 403;
  if (level === 'staff' && who === 'coach') return 'allowed';
  return level !== 'user' && grantedAccess[who] === 'student' ? 403 : 'allowed';
}

function check(response: LightMyRequestResponse, name: string, who: ActorName): void {
  const { statusCode: status, body, headers } = response;
  const wanted = expected(name, who);
  // Responses contain no password data, and private data is never cacheable.
  expect(body).not.toMatch(/\$argon2|password_?hash/i);
  if (levels[name] !== 'public') expect(headers['cache-control']).toContain('no-store');
  // Allowed callers may get an error about their empty input or a missing resource, but not a denial of access.
  if (wanted === 'allowed') {
    const isStale = who === 'staleAdmin' && body.includes('step_up_required');
    expect(isStale ? [403] : [200, 201, 204, 400, 404, 409], body).toContain(status);
  } else {
    expect(status, body).toBe(wanted);
    if (wanted === 401) expect(body).toContain('"message":"Unauthorized"');
  }
}

/** The names that only the first list contains, and the names that only the second list contains. */
const differences = (one: readonly string[], other: readonly string[]) => [
  one.filter((name) => !other.includes(name)),
  other.filter((name) => !one.includes(name)),
];

describe('the list of procedures', () => {
  it('access-levels.ts lists every procedure, and nothing else', () => {
    const names = procedures.map(({ name }) => name);
    const [unlisted, unknown] = differences(names, Object.keys(levels));
    expect(unlisted, 'add them to src/server/http/testing/access-levels.ts').toEqual([]);
    expect(unknown, 'remove them from src/server/http/testing/access-levels.ts').toEqual([]);
  });
});

describe('recent authentication', () => {
  const mutations = procedures.filter(({ name, type }) => type === 'mutation' && levels[name] === 'admin');

  it('the lists of `stepUp` contain every admin mutation exactly once, and nothing else', () => {
    const listed: string[] = Object.values(stepUp).flat();
    const names = mutations.map(({ name }) => name);
    const [unlisted, unknown] = differences(names, listed);
    expect(unlisted, 'add them to one of the lists in src/server/trpc/step-up.ts').toEqual([]);
    expect(unknown, 'remove them from src/server/trpc/step-up.ts').toEqual([]);
    expect(listed).toHaveLength(names.length);
  });

  it.each(mutations)('$name requires recent authentication if access-levels.ts says so', async ({ name }) => {
    const { body, statusCode } = await clients.staleAdmin.request('POST', `/trpc/${name}`, {});
    expect(body.includes('step_up_required'), body).toBe(alwaysRecent.includes(name));
    if (alwaysRecent.includes(name)) expect(statusCode).toBe(403);
    const response = await clients.admin.request('POST', `/trpc/${name}`, {});
    expect(response.body).not.toContain('step_up_required');
  });
});

it.each(procedures.filter(({ name }) => endsSession(name)))(
  '$name is allowed during impersonation',
  ({ name, type }) => expect(isAllowedWhileImpersonating(type, name)).toBe(true),
);

describe.each(procedures)('tRPC $name', ({ name, type }) => {
  it.each(callersOf(name))('returns the expected status for %s', async (who) => {
    const client = clients[who];
    const response =
      type === 'query'
        ? await client.request('GET', `/trpc/${name}?input=${encodeURIComponent('{}')}`)
        : await client.request('POST', `/trpc/${name}`, {});
    check(response, name, who);
  });
});

describe.each(restCalls.map((row) => ({ ...row, title: `${row.method} ${row.path}` })))('$title', (row) => {
  it.each(callersOf(row.procedure))('returns the expected status for %s', async (who) => {
    const client = clients[who];
    const url = row.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
    const response = await client.request(row.method, url, row.method === 'GET' ? undefined : {});
    // Students may not PUT another user's /api/user/{id}: the operation checks the id itself.
    if (row.procedure === 'profile.updateNames' && grantedAccess[who] === 'student')
      return expect([400, 403]).toContain(response.statusCode);
    check(response, row.procedure, who);
  });
});
