import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActorName, actorNames, grantedAccess, openActors } from '../../testing/actors.ts';
import { routesOf } from '../../testing/fuzz/route-list.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { createTestApp, documentImage, type TestApp } from '../../testing/test-app.ts';
import { restCalls } from './rest/rest.ts';

/** Status by role. */
type Answers = { visitor: number; student: number; admin: number; viewer: number };
const unknown = '00000000-0000-4000-8000-000000000000';
/** `viewer`: an admin who impersonates a student may read what the student may read, and is denied the rest. */
const signedIn: Answers = { visitor: 401, student: 404, admin: 404, viewer: 404 };
const closedToViewers: Answers = { ...signedIn, viewer: 403 };
const adminsOnly: Answers = { visitor: 401, student: 403, admin: 200, viewer: 403 };
const sameForAll = (status: number): Answers => ({
  visitor: status,
  student: status,
  admin: status,
  viewer: status,
});

/** Every route below /api, /objects and /uploads that is not a procedure. */
const routes: { route: string; url?: string; answers: Answers }[] = [
  { route: 'GET /objects/*', url: `/objects/${unknown}`, answers: closedToViewers },
  { route: 'GET /api/privacy/exports/:id', answers: closedToViewers },
  {
    route: 'GET /api/hands/shared/:token/picture',
    url: '/api/hands/shared/aaaaaaaaaaaaaaaaaaaaaa/picture',
    answers: sameForAll(404),
  },
  { route: 'GET /api/daily/:day/picture', url: '/api/daily/2000-01-01/picture', answers: sameForAll(404) },
  { route: 'GET /api/logo/:hash', url: '/api/logo/none', answers: sameForAll(404) },
  { route: 'GET /api/products/:id/preview', url: '/api/products/999999/preview', answers: sameForAll(404) },
  {
    route: 'GET /api/reading/:kind/:id/first-page',
    url: '/api/reading/plan/10/first-page',
    answers: signedIn,
  },
  { route: 'GET /api/pictures/:id', url: `/api/pictures/${unknown}`, answers: sameForAll(404) },
  { route: 'GET /api/products/:id/download', url: '/api/products/999999/download', answers: signedIn },
  {
    route: 'GET /api/coaching-pdfs/:number/download',
    url: '/api/coaching-pdfs/10/download',
    answers: signedIn,
  },
  {
    route: 'GET /api/coaching/sessions/:id/video',
    url: '/api/coaching/sessions/999999/video',
    answers: signedIn,
  },
  {
    route: 'GET /api/coaching/sessions/:id/captions',
    url: '/api/coaching/sessions/999999/captions',
    answers: signedIn,
  },
  { route: 'GET /api/questions/clips/:id', answers: closedToViewers },
  { route: 'GET /api/admin/export-users', answers: adminsOnly },
  { route: 'GET /api/admin/export-users-csv', answers: adminsOnly },
  { route: 'GET /api/admin/export-purchases-csv', answers: adminsOnly },
  { route: 'GET /api/admin/export-payments-csv', answers: adminsOnly },
  { route: 'GET /api/admin/export-user-list-csv', answers: adminsOnly },
  { route: 'GET /api/admin/export-audit-csv', answers: adminsOnly },
  {
    route: 'GET /api/admin/products/:id/files/:versionId',
    answers: { visitor: 401, student: 403, admin: 404, viewer: 403 },
  },
  { route: 'GET /api/docs', answers: sameForAll(200) },
  { route: 'GET /api/docs/', answers: sameForAll(200) },
  { route: 'GET /api/docs/json', answers: sameForAll(200) },
  { route: 'GET /api/docs/yaml', answers: sameForAll(200) },
  { route: 'GET /api/docs/static/index.html', answers: sameForAll(302) },
  { route: 'GET /api/docs/static/swagger-initializer.js', answers: sameForAll(200) },
  { route: 'GET /api/docs/static/*', url: '/api/docs/static/swagger-ui.css', answers: sameForAll(200) },
  { route: 'GET /api/openapi.json', answers: sameForAll(200) },
  { route: 'GET /api/login', answers: sameForAll(302) },
  // Requests without Stripe's signature are rejected.
  { route: 'POST /api/stripe/webhook', answers: sameForAll(400) },
  // Access depends on the token in the link, not on the session.
  { route: 'GET /api/mail/unsubscribe', answers: sameForAll(404) },
  { route: 'POST /api/mail/unsubscribe', answers: sameForAll(404) },
  // Signed URLs: access depends on the signature, not on the session.
  { route: 'GET /uploads/*', url: '/uploads/products/x', answers: sameForAll(404) },
  { route: 'PUT /uploads/*', url: '/uploads/products/x', answers: sameForAll(403) },
];

let test: TestApp;
let clients: Record<ActorName, HttpClient>;

beforeAll(async () => {
  test = await createTestApp();
  clients = await openActors(test);
});
afterAll(() => test.close());

it('lists every route that is not a procedure', () => {
  const rows = new Set(restCalls.map(({ method, path }) => `${method} ${path}`));
  const others = routesOf(test.app)
    // Two routes with different parameter names at the same position are printed with both names.
    .map(({ method, path }) => `${method} ${path.replaceAll(/\|:\w+/g, '')}`)
    .filter((route) => / \/(api|objects|uploads)\b/.test(route) && !rows.has(route));
  expect(others.toSorted()).toEqual(routes.map(({ route }) => route).toSorted());
});

describe.each(routes)('$route', ({ route, url, answers }) => {
  it.each(actorNames)('returns the expected status for %s', async (who) => {
    const [method, path = ''] = route.split(' ');
    const address = url ?? path.replaceAll(/:\w+/g, unknown);
    const answer = await clients[who].request(
      method === 'PUT' ? 'PUT' : method === 'POST' ? 'POST' : 'GET',
      address,
      method === 'GET' ? undefined : {},
    );
    // Bulk exports require recent authentication.
    const isStale = who === 'staleAdmin' && answers === adminsOnly;
    if (isStale) expect(answer.json().code).toBe('step_up_required');
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(isStale ? 403 : answers[grantedAccess[who]]);
  });
});

describe('access to an existing document', () => {
  const methods = [
    { name: 'GET', method: 'GET', headers: {} },
    { name: 'HEAD', method: 'HEAD', headers: {} },
    { name: 'Range', method: 'GET', headers: { range: 'bytes=0-9' } },
    { name: 'If-None-Match', method: 'GET', headers: { 'if-none-match': '*' } },
    { name: 'download', method: 'GET', headers: {}, query: '?download' },
  ] as const;
  let path: string;
  let bytes: Buffer;

  beforeAll(async () => {
    const student = test.caller(await test.createUser());
    bytes = await documentImage();
    path = await test.uploadDocument(student, bytes);
  });

  it.each(actorNames.flatMap((who) => methods.map((one) => ({ who, ...one }))))(
    '$name by $who',
    async ({ who, method, headers, ...one }) => {
      const cookie = clients[who].cookie();
      const answer = await test.app.inject({
        method,
        url: path + ('query' in one ? one.query : ''),
        headers: { ...headers, ...(cookie && { cookie }) },
      });
      const wanted = { visitor: 401, student: 404, admin: 200, viewer: 403 }[grantedAccess[who]];
      expect(answer.statusCode).toBe(wanted);
      if (wanted !== 200) expect(answer.rawPayload.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
      else if (method === 'GET') expect(answer.rawPayload[0]).toBe(0xff);
    },
  );

  it('returns its owner and other students the same as for an unknown document, audited', async () => {
    const owner = await test.createUser();
    const own = await test.uploadDocument(test.caller(owner));
    const before = await refusals();
    for (const url of [own, path, `/objects/${unknown}`]) {
      expect((await clients.student.request('GET', url)).statusCode).toBe(404);
    }
    expect(await refusals()).toBe(before + 3);
  });
});

async function refusals(): Promise<number> {
  const row = await test.deps.db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', 'document.refused')
    .executeTakeFirstOrThrow();
  return row.count;
}
