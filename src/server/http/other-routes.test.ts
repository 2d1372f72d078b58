import { beforeAll, describe, expect, it } from 'vitest';
import { type ActorName, actorNames, grantedAccess, openActors } from '../../testing/actors.ts';
import { routesOf } from '../../testing/fuzz/route-list.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { submitForm } from '../kyc/testing/applicants.ts';
import { restCalls } from './rest/rest.ts';

/** The HTTP status by role. `viewer` is an admin who impersonates a student. */
type Statuses = { visitor: number; student: number; admin: number; viewer: number };
const unknown = '00000000-0000-4000-8000-000000000000';
const signedIn: Statuses = { visitor: 401, student: 404, admin: 404, viewer: 404 };
const closedToViewers: Statuses = { ...signedIn, viewer: 403 };
const adminsOnly: Statuses = { visitor: 401, student: 403, admin: 200, viewer: 403 };
const sameForAll = (status: number): Statuses => ({
  visitor: status,
  student: status,
  admin: status,
  viewer: status,
});

/** Every route below /api, /objects and /uploads that runs no procedure. */
const routes: { route: string; url?: string; statuses: Statuses }[] = [
  { route: 'GET /objects/*', url: `/objects/${unknown}`, statuses: closedToViewers },
  { route: 'GET /api/privacy/exports/:id', statuses: closedToViewers },
  {
    route: 'GET /api/hands/shared/:token/picture',
    url: '/api/hands/shared/aaaaaaaaaaaaaaaaaaaaaa/picture',
    statuses: sameForAll(404),
  },
  { route: 'GET /api/daily/:day/picture', url: '/api/daily/2000-01-01/picture', statuses: sameForAll(404) },
  { route: 'GET /api/logo/:hash', url: '/api/logo/none', statuses: sameForAll(404) },
  { route: 'GET /api/products/:id/preview', url: '/api/products/999999/preview', statuses: sameForAll(404) },
  {
    route: 'GET /api/reading/:kind/:id/first-page',
    url: '/api/reading/plan/10/first-page',
    statuses: signedIn,
  },
  { route: 'GET /api/pictures/:id', url: `/api/pictures/${unknown}`, statuses: sameForAll(404) },
  { route: 'GET /api/products/:id/download', url: '/api/products/999999/download', statuses: signedIn },
  {
    route: 'GET /api/coaching-pdfs/:number/download',
    url: '/api/coaching-pdfs/10/download',
    statuses: signedIn,
  },
  {
    route: 'GET /api/coaching/sessions/:id/video',
    url: '/api/coaching/sessions/999999/video',
    statuses: signedIn,
  },
  {
    route: 'GET /api/coaching/sessions/:id/captions',
    url: '/api/coaching/sessions/999999/captions',
    statuses: signedIn,
  },
  { route: 'GET /api/questions/clips/:id', statuses: closedToViewers },
  { route: 'GET /api/admin/export-users', statuses: adminsOnly },
  { route: 'GET /api/admin/export-users-csv', statuses: adminsOnly },
  { route: 'GET /api/admin/export-purchases-csv', statuses: adminsOnly },
  { route: 'GET /api/admin/export-payments-csv', statuses: adminsOnly },
  { route: 'GET /api/admin/export-user-list-csv', statuses: adminsOnly },
  { route: 'GET /api/admin/export-audit-csv', statuses: adminsOnly },
  {
    route: 'GET /api/admin/products/:id/files/:versionId',
    statuses: { visitor: 401, student: 403, admin: 404, viewer: 403 },
  },
  { route: 'GET /api/docs', statuses: sameForAll(200) },
  { route: 'GET /api/docs/', statuses: sameForAll(200) },
  { route: 'GET /api/docs/json', statuses: sameForAll(200) },
  { route: 'GET /api/docs/yaml', statuses: sameForAll(200) },
  { route: 'GET /api/docs/static/index.html', statuses: sameForAll(302) },
  { route: 'GET /api/docs/static/swagger-initializer.js', statuses: sameForAll(200) },
  { route: 'GET /api/docs/static/*', url: '/api/docs/static/swagger-ui.css', statuses: sameForAll(200) },
  { route: 'GET /api/openapi.json', statuses: sameForAll(200) },
  { route: 'GET /api/login', statuses: sameForAll(302) },
  // Requests without Stripe's signature are rejected.
  { route: 'POST /api/stripe/webhook', statuses: sameForAll(400) },
  // Access depends on the token in the link, not on the session.
  { route: 'GET /api/mail/unsubscribe', statuses: sameForAll(404) },
  { route: 'POST /api/mail/unsubscribe', statuses: sameForAll(404) },
  // Signed URLs: access depends on the signature, not on the session.
  { route: 'PUT /uploads/*', url: '/uploads/products/x', statuses: sameForAll(403) },
];

const test = setUpTestApp();
let clients: Record<ActorName, HttpClient>;

beforeAll(async () => {
  clients = await openActors(test);
});

it('`routes` lists every route below /api, /objects and /uploads that runs no procedure', () => {
  const restRoutes = new Set(restCalls.map(({ method, path }) => `${method} ${path}`));
  const others = routesOf(test.app)
    // If two routes have different parameter names at the same position, `routesOf` returns both names.
    .map(({ method, path }) => `${method} ${path.replaceAll(/\|:\w+/g, '')}`)
    .filter((route) => / \/(api|objects|uploads)\b/.test(route) && !restRoutes.has(route));
  expect(others.toSorted()).toEqual(routes.map(({ route }) => route).toSorted());
});

describe.each(routes)('$route', ({ route, url, statuses }) => {
  it.each(actorNames)('returns the expected status for %s', async (who) => {
    const [method, path = ''] = route.split(' ');
    const target = url ?? path.replaceAll(/:\w+/g, unknown);
    const response = await clients[who].request(
      method === 'PUT' ? 'PUT' : method === 'POST' ? 'POST' : 'GET',
      target,
      method === 'GET' ? undefined : {},
    );
    // Bulk exports require recent authentication.
    const isStale = who === 'staleAdmin' && statuses === adminsOnly;
    if (isStale) expect(response.json().code).toBe('step_up_required');
    expect(response.statusCode, response.body.slice(0, 300)).toBe(
      isStale ? 403 : statuses[grantedAccess[who]],
    );
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

  beforeAll(async () => {
    path = (await submitForm(test, await test.createUser())).front;
  });

  it.each(actorNames.flatMap((who) => methods.map((one) => ({ who, ...one }))))(
    '$name returns the expected status to $who',
    async ({ who, method, headers, ...one }) => {
      const cookie = clients[who].cookie();
      const response = await test.app.inject({
        method,
        url: path + ('query' in one ? one.query : ''),
        headers: { ...headers, ...(cookie && { cookie }) },
      });
      const byAccess = { visitor: 401, student: 404, admin: 200, viewer: 403 };
      // The route does not support HEAD.
      const wanted = method === 'HEAD' ? 404 : byAccess[grantedAccess[who]];
      expect(response.statusCode).toBe(wanted);
      if (wanted !== 200) expect(response.rawPayload.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
      else expect(response.rawPayload[0]).toBe(0xff);
    },
  );
});
