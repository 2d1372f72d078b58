import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kycReasons } from '../../../shared/kyc/kyc-reasons.ts';
import { previewPage } from '../../../shared/limits.ts';
import { type FuzzActor, type FuzzWorld, openFuzzWorld } from '../../../testing/fuzz/world.ts';
import { signIn } from '../../../testing/http-client.ts';
import { documentImage, testPassword } from '../../../testing/test-app.ts';
import { attachToSession, sendPicture, sendProductPdf, testPdf } from '../../access/testing/stored-files.ts';
import { unsubscribeToken } from '../../messages/email/unsubscribe-token.ts';
import { createTestProduct, eventAbout, sign } from '../../payments/testing/purchases.ts';
import { buildExport } from '../../profile/privacy/data-export.operations.ts';
import { exampleIds } from '../rest/documented-call.ts';
import type { Operation } from './document.ts';
import { type ApiReader, readApi } from './testing/api-reader.ts';

/** An academy with a student, an admin and their data. `knownFor('')` returns known values for any call. */
let world: FuzzWorld;
let api: ApiReader;

beforeAll(async () => {
  world = await openFuzzWorld();
  api = await readApi(world.test);
});
afterAll(() => world.close());

/**
 * What a documented call needs to succeed. `as`: the caller's cookie. `replace`: new values for single values of the
 * documented example. `body`: replaces the body of the example. `headers`: added to the request.
 */
type Setting = {
  as?: string | undefined;
  replace?: Record<string, string | number>;
  body?: object;
  headers?: Record<string, string>;
};

function requestOf(name: string, { replace = {}, body, headers, as }: Setting): InjectOptions {
  const { method, path, operation } = api.callOf(name);
  const replaced = (value: unknown) => {
    const match = Object.entries(replace).find(([from]) => from === String(value));
    return match ? match[1] : value;
  };
  const parametersIn = (place: string) =>
    operation.parameters.filter((parameter) => parameter.in === place && parameter.example !== undefined);
  let url = path;
  for (const parameter of parametersIn('path')) {
    const mark = parameter.name === 'path' ? '*' : `:${parameter.name}`;
    url = url.replace(mark, encodeURIComponent(String(replaced(parameter.example))));
  }
  const query = new URLSearchParams(
    parametersIn('query').map(({ name: key, example }) => [key, String(replaced(example))]),
  );
  const example = operation.requestBody?.content['application/json']?.example as object | undefined;
  const payload =
    body ??
    (example && Object.fromEntries(Object.entries(example).map(([key, value]) => [key, replaced(value)])));
  return {
    method,
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: { ...(as && { cookie: as }), ...headers },
    ...(payload && { payload }),
  };
}

const roleOf: Record<Operation['x-access'], FuzzActor> = {
  anyone: 'visitor',
  'signed-in': 'student',
  admin: 'admin',
};

async function signInAs(email: string): Promise<string> {
  const client = await signIn(world.test.app, { email });
  return client.cookie() ?? '';
}

async function newUser() {
  const user = await world.test.createUser({ password: testPassword });
  return { user, as: await signInAs(user.email) };
}

/** The settings of calls that need them, by the name of the call. Calls run in the order of the document. */
const settings: Record<string, () => Promise<Setting>> = {
  'POST /api/register': async () => ({ replace: { 'dana@example.test': 'dana.new@example.test' } }),
  'POST /api/login': async () => ({ replace: { 'dana@example.test': world.student.email } }),
  'PUT /api/user/:id': async () => ({ replace: { [exampleIds.user]: world.student.userId } }),
  'PUT /api/kyc/document': async () => {
    const bytes = await documentImage();
    const request = requestOf('POST /api/objects/upload', { as: world.cookieOf('visitor') });
    const grant = (
      await world.test.app.inject({ ...request, payload: { contentType: 'image/jpeg', size: bytes.length } })
    ).json();
    expect(await world.test.put(grant.uploadURL, bytes, grant.headers)).toBe(200);
    return { replace: { [exampleIds.uploadUrl]: grant.uploadURL } };
  },
  'POST /api/kyc/application': async () => {
    const [front = '', back = ''] = world.knownFor('').images;
    return { replace: { [exampleIds.frontSide]: front, [exampleIds.backSide]: back } };
  },
  'GET /objects/*': async () => {
    const [front = ''] = world.knownFor('').images;
    return {
      as: world.cookieOf('admin'),
      replace: { [exampleIds.frontSide.slice('/objects/'.length)]: front.slice('/objects/'.length) },
    };
  },
  'GET /api/products/:id': async () => ({ replace: { [exampleIds.product]: await freeProduct('pdf') } }),
  'GET /api/products/:id/preview': async () => ({
    replace: { [exampleIds.product]: await freeProduct('pdf') },
  }),
  'GET /api/reading/:kind/:id/first-page': async () => ({
    replace: { [exampleIds.product]: await freeProduct('pdf') },
  }),
  'GET /api/pictures/:id': async () => ({
    replace: { [exampleIds.picture]: await sendPicture(world.test, world.admin, 7) },
  }),
  'GET /api/products/:id/download': async () => ({
    replace: { [exampleIds.product]: await freeProduct('pdf') },
  }),
  'GET /api/coaching/sessions/:id/video': async () => {
    const id = await freeProduct('session');
    await attachToSession(world.test, world.admin, id, 'video_upload_id', {
      bytes: Buffer.from('video'),
      contentType: 'video/mp4',
    });
    return { replace: { [exampleIds.session]: id } };
  },
  'GET /api/coaching/sessions/:id/captions': async () => {
    const id = await freeProduct('session');
    await attachToSession(world.test, world.admin, id, 'captions_upload_id', {
      bytes: Buffer.from('WEBVTT\n'),
      contentType: 'text/vtt',
    });
    return { replace: { [exampleIds.session]: id } };
  },
  'PUT /api/coaching/progress/:sessionId': async () => ({
    replace: { [exampleIds.session]: await freeProduct('session') },
  }),
  'POST /api/create-purchase-session': async () => {
    const { id } = await createTestProduct(world.test, world.admin, { productNumber: 910 });
    return { replace: { [exampleIds.product]: String(id) } };
  },
  'POST /api/complete-purchase': async () => ({
    replace: { [exampleIds.checkoutSession]: world.checkoutSessions[0] ?? '' },
  }),
  'GET /api/stripe/session/:sessionId': async () => ({
    replace: { [exampleIds.checkoutSession]: world.checkoutSessions[0] ?? '' },
  }),
  'POST /api/create-subscription-session': async () => ({ as: (await newUser()).as }),
  'POST /api/verify-subscription': async () => ({
    // The third checkout session is for a membership.
    replace: { [exampleIds.planCheckoutSession]: world.checkoutSessions[2] ?? '' },
  }),
  'POST /api/subscription/change': async () => {
    const { todayCents } = await world.test
      .caller(world.student)
      .payments.previewPlanChange({ plan: 'diamond' });
    return { body: { plan: 'diamond', expectedTodayCents: todayCents } };
  },
  'GET /api/privacy/exports/:id': async () => {
    const { user, as } = await newUser();
    const { id } = await world.test.caller(user).privacy.requestExport({ password: testPassword });
    await buildExport(world.test.deps, id);
    return { as, replace: { [exampleIds.dataExport]: id } };
  },
  'GET /api/admin/user/:id': async () => ({ replace: { [exampleIds.user]: world.student.userId } }),
  'GET /api/admin/kyc/applications': async () => ({ replace: { [exampleIds.user]: world.student.userId } }),
  'PUT /api/admin/kyc/applications/:id/status': async () => ({
    replace: { [exampleIds.application]: await applicationId() },
  }),
  'PUT /api/admin/products/:id': async () => ({
    replace: { [exampleIds.product]: await freeProduct('pdf') },
  }),
  'DELETE /api/admin/products/:id': async () => ({
    replace: { [exampleIds.product]: await freeProduct('pdf') },
  }),
  'GET /api/admin/products/:productId/files/:versionId': async () => {
    const id = await freeProduct('pdf');
    const [version] = await world.test.caller(world.admin).admin.products.files({ id });
    return { replace: { [exampleIds.product]: id, [exampleIds.fileVersion]: version?.id ?? '' } };
  },
  'POST /api/stripe/webhook': async () => {
    const event = eventAbout('person.created', 'person_1');
    return { body: event, headers: { 'stripe-signature': sign(world.test, JSON.stringify(event)) } };
  },
  'GET /api/daily/:day/picture': async () => ({
    replace: { [exampleIds.day]: world.test.deps.now().toISOString().slice(0, 10) },
  }),
  'GET /api/mail/unsubscribe': makeUnsubscribeToken,
  'POST /api/mail/unsubscribe': makeUnsubscribeToken,
};

async function makeUnsubscribeToken(): Promise<Setting> {
  const token = unsubscribeToken(world.test.deps.sealing, {
    userId: world.student.userId,
    kind: 'kyc_received',
  });
  return { replace: { [exampleIds.unsubscribeToken]: token } };
}

async function freeProduct(type: 'pdf' | 'session'): Promise<number> {
  // The PDF is long enough to have a preview.
  const bytes = await testPdf('A free PDF', previewPage);
  const filePath = type === 'pdf' ? await sendProductPdf(world.test, world.admin, bytes) : null;
  products += 1;
  const { id } = await createTestProduct(world.test, world.admin, {
    type,
    productNumber: 950 + products,
    isFree: true,
    price: 0,
    filePath,
  });
  return id;
}
let products = 0;

async function applicationId(): Promise<string> {
  const [application] = await world.test.caller(world.student).kyc.myApplications();
  return application?.id ?? '';
}

function mediaOf(response: LightMyRequestResponse): string {
  return String(response.headers['content-type'] ?? '').split(';')[0] ?? '';
}

describe('every documented call', () => {
  it('succeeds with its example, and responds as documented', async () => {
    for (const { name, operation } of api.calls) {
      const setting = (await settings[name]?.()) ?? {};
      const as = setting.as ?? world.cookieOf(roleOf[operation['x-access']]);
      const response = await world.test.app.inject(requestOf(name, { ...setting, as }));
      const [status = '', declared] =
        Object.entries(operation.responses).find(([code]) => Number(code) < 400) ?? [];
      expect(response.statusCode, `${name}: ${response.body.slice(0, 300)}`).toBe(Number(status));
      const types = Object.keys(declared?.content ?? {});
      if (types.length === 0) expect(response.body, name).toBe('');
      else expect(types, name).toContain(mediaOf(response));
      const media = declared?.content?.['application/json'];
      if (media) expect(api.problemsOf(media.schema, response.json()), name).toEqual([]);
    }
  });

  it('has an ETag where 304 is documented, and responds to conditional requests and range requests as documented', async () => {
    const withEtag: string[] = [];
    for (const { name, operation } of api.calls.filter((call) => call.method === 'GET')) {
      const setting = (await settings[name]?.()) ?? {};
      const role = roleOf[operation['x-access']];
      // Visitors send no cookie here, because the list of products gets no ETag if the request has a session cookie.
      const as = role === 'visitor' ? undefined : (setting.as ?? world.cookieOf(role));
      const isDocumented = operation.responses[304] !== undefined;
      const send = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
        const request = requestOf(name, { ...setting, as, headers });
        // The list of products has an ETag only if the request has no query string.
        const url = isDocumented ? String(request.url).replace(/\?.*/, '') : request.url;
        return world.test.app.inject({ ...request, method, url });
      };
      const { etag } = (await send({})).headers;
      expect(isDocumented, name).toBe(etag !== undefined);
      if (etag === undefined) continue;
      withEtag.push(name);
      const unchanged = await send({ 'if-none-match': String(etag) });
      expect([unchanged.statusCode, unchanged.body], name).toEqual([304, '']);
      const head = await send({ 'if-none-match': String(etag) }, 'HEAD');
      expect([head.statusCode, head.headers.etag], name).toEqual([304, etag]);
      const part = await send({ range: 'bytes=0-0' });
      expect(part.statusCode, name).toBe(operation.responses[206] ? 206 : 200);
      if (part.statusCode !== 206) continue;
      expect(Object.keys(operation.responses[206]?.content ?? {}), name).toContain(mediaOf(part));
      const beyond = await send({ range: 'bytes=999999999-' });
      expect([beyond.statusCode, beyond.body], name).toEqual([416, '']);
      expect(operation.responses[416], name).toEqual({ description: expect.any(String) });
    }
    expect(withEtag).toEqual(
      expect.arrayContaining([
        'GET /api/products',
        'GET /api/products/:id/download',
        'GET /api/openapi.json',
      ]),
    );
  });

  it('rejects visitors, and users who are not admins, as documented', async () => {
    for (const { name, operation } of api.calls.filter((call) => call.operation['x-access'] !== 'anyone')) {
      await expectRejected(name, 401, { as: undefined });
      // To a student, an existing document looks like a missing one.
      if (name === 'GET /objects/*') await expectRejected(name, 404, { as: world.cookieOf('student') });
      else if (operation['x-access'] === 'admin')
        await expectRejected(name, 403, { as: world.cookieOf('student') });
    }
  });

  it('rejects malformed JSON, another content type, cross-site requests and bodies that are too large', async () => {
    const writes = api.calls.filter(
      ({ method, name }) => method !== 'GET' && !/webhook|unsubscribe/.test(name),
    );
    for (const { name, operation } of writes) {
      const { url, method } = requestOf(name, {});
      const cookie = world.cookieOf(roleOf[operation['x-access']]);
      const send = (type: string, payload: string, more = {}) =>
        world.test.app.inject({
          method,
          url,
          payload,
          headers: { 'content-type': type, ...(cookie && { cookie }), ...more },
        });
      expectDeclared(name, await send('application/json', '{"a":'), 400);
      expectDeclared(name, await send('text/plain', 'a=1'), 415);
      expectDeclared(name, await send('application/json', '{}', { origin: 'https://evil.example' }), 403);
      expectDeclared(name, await send('application/json', `"${'x'.repeat(1_100_000)}"`), 413);
    }
  });

  it('returns 404 for a missing resource', async () => {
    const missingIds: Record<string, string | number> = {
      [exampleIds.user]: '00000000-0000-4000-8000-000000000000',
      [exampleIds.application]: '00000000-0000-4000-8000-000000000000',
      [exampleIds.dataExport]: '00000000-0000-4000-8000-000000000000',
      [exampleIds.checkoutSession]: 'cs_test_00000000',
      [exampleIds.planCheckoutSession]: 'cs_test_00000000',
      [exampleIds.product]: 999_999_999,
      [exampleIds.session]: 999_999_999,
      [exampleIds.plan]: 99,
      [exampleIds.day]: '2000-01-01',
      [exampleIds.frontSide.slice('/objects/'.length)]: 'nothing',
    };
    // Only calls with an id in the path. Other calls return 404 for an id or a token elsewhere in the request.
    const byId = api.calls.filter(
      ({ operation }) => operation.responses[404] && operation.parameters.some((one) => one.in === 'path'),
    );
    expect(byId.length).toBeGreaterThan(10);
    for (const { name, operation } of byId) {
      // A student would get 403, because the operation checks that the id is the student's own before it looks for the
      // user.
      const role = name === 'PUT /api/user/:id' ? 'admin' : roleOf[operation['x-access']];
      await expectRejected(name, 404, { as: world.cookieOf(role), replace: missingIds });
    }
  });

  // The first test approved an application, and `world.student` has a membership.
  it('returns 409 for repeated actions', async () => {
    const student = world.cookieOf('student');
    const application = await applicationId();
    const [front = '', back = ''] = world.knownFor('').images;
    const id = await freeProduct('pdf');
    const used = (await world.test.caller(world.admin).admin.products.list()).find((one) => one.id === id);
    await expectRejected('POST /api/register', 409, {
      replace: { 'dana@example.test': world.student.email },
    });
    await expectRejected('POST /api/kyc/application', 409, {
      as: student,
      replace: { [exampleIds.frontSide]: front, [exampleIds.backSide]: back },
    });
    await expectRejected('PUT /api/admin/kyc/applications/:id/status', 409, {
      as: world.cookieOf('admin'),
      replace: { [exampleIds.application]: application },
      body: { status: 'rejected', reasonCode: kycReasons[0], adminNotes: 'On second thought' },
    });
    await expectRejected('POST /api/create-subscription-session', 409, { as: student });
    const { payload } = requestOf('POST /api/admin/products', {});
    await expectRejected('POST /api/admin/products', 409, {
      as: world.cookieOf('admin'),
      body: { ...(payload as object), filePath: used?.filePath },
    });
  });
});

/** Asserts that the call is rejected with this status, in the format of every error. */
async function expectRejected(name: string, status: number, setting: Setting): Promise<void> {
  expectDeclared(name, await world.test.app.inject(requestOf(name, setting)), status);
}

function expectDeclared(name: string, response: LightMyRequestResponse, status: number): void {
  expect(response.statusCode, `${name}: ${response.body.slice(0, 200)}`).toBe(status);
  const schema = api.callOf(name).operation.responses[status]?.content?.['application/json']?.schema;
  expect(schema, `${name} does not declare ${status}`).toBeDefined();
  expect(api.problemsOf(schema ?? {}, response.json()), name).toEqual([]);
}
