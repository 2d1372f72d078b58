import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../shared/error-codes.ts';
import { routeKey, routesOf } from '../../../testing/fuzz/route-list.ts';
import { type FuzzWorld, openFuzzWorld } from '../../../testing/fuzz/world.ts';
import { statusOf } from '../../errors.ts';
import { restCalls } from '../rest/rest.ts';
import { type ApiReader, readApi } from './testing/api-reader.ts';

/** Undocumented routes by path prefix, each with the reason. */
const undocumented: Record<string, string> = {
  '/api/logo/': 'an asset of the pages',
  '/api/hands/shared/': 'the picture in previews of a shared link',
  '/api/questions/clips/': 'the voice clips that pages play',
  '/d/': 'short links to decks, printed on stamped PDFs',
  '/trpc/': 'the protocol of the browser client, which has its types from the router',
  '/api/docs/': 'the assets of the documentation page',
  '/uploads/': 'signed URLs of the disk store, which callers get from a response',
  '/daily': 'the form of a page, for browsers without JavaScript',
  '/robots.txt': 'for search engines, described in docs/operations.md',
  '/sitemap.xml': 'for search engines, described in docs/operations.md',
  '/healthz': 'a probe for the operator, described in docs/production.md',
  '/readyz': 'a probe for the operator, described in docs/production.md',
};
const isUndocumented = (path: string) => Object.keys(undocumented).some((prefix) => path.startsWith(prefix));
const isBuiltFile = (path: string) =>
  /\.(js|mjs|css|woff2|png|svg|html|webmanifest|txt|wasm|bcmap|pfb|ttf|icc)$/.test(path);

let world: FuzzWorld;
let api: ApiReader;

beforeAll(async () => {
  world = await openFuzzWorld();
  api = await readApi(world.test);
});
afterAll(() => world.close());

describe('GET /api/openapi.json', () => {
  it('serves valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(api.document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(api.document.openapi).toMatch(/^3\.1\./);
  });

  it('http/rest/*-calls.ts document every route except built files and those in `undocumented`, and nothing else', () => {
    const known = routesOf(world.test.app)
      .filter(({ path }) => !isUndocumented(path) && !isBuiltFile(path))
      .map(routeKey);
    expect(api.calls.map(routeKey).toSorted()).toEqual(known.toSorted());
  });

  it('contains the schemas of every REST call', () => {
    for (const row of restCalls) {
      const { operation } = api.callOf(`${row.method} ${row.path}`);
      const status = row.status ?? 200;
      if (status === 204) expect(operation.responses[204]?.content).toBeUndefined();
      else expect(operation.responses[status]?.content?.['application/json']?.schema, row.path).toBeTruthy();
    }
    expect(new Set(api.calls.map(({ operation }) => operation.operationId)).size).toBe(api.calls.length);
  });

  it('contains no list that is paged with a cursor: every list uses page numbers', () => {
    const schemas = api.calls.map(({ name, operation }) => ({
      name,
      text: JSON.stringify(operation.responses),
    }));
    expect(schemas.filter(({ text }) => text.includes('nextCursor')).map(({ name }) => name)).toEqual([]);
  });

  it('documents the rejection of an invalid page for every list', () => {
    const lists = api.calls.filter(({ operation }) =>
      operation.parameters.some(({ name }) => name === 'page'),
    );
    expect(lists.map(({ name }) => name)).toContain('GET /api/products');
    for (const { name, operation } of lists) expect(Object.keys(operation.responses), name).toContain('400');
  });

  it('documents the range of a list’s page and limit, and the list accepts it', async () => {
    const parameters = api.callOf('GET /api/products').operation.parameters;
    const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
    expect(schemaOf('page')).toEqual({ type: 'integer', minimum: 1, default: 1 });
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 1_000, default: 1_000 });
    const statusOfLimit = async (limit: number) =>
      (await world.test.app.inject({ url: `/api/products?limit=${limit}` })).statusCode;
    expect(await Promise.all([0, 1, 1_000, 1_001].map(statusOfLimit))).toEqual([400, 200, 200, 400]);
  });

  it('documents where a redirect leads', () => {
    expect(api.callOf('GET /api/login').operation.responses[302]?.headers).toHaveProperty('Location');
  });

  it('every GET call supports HEAD, except those of recorded files, which the description names', () => {
    const rejected = api.calls
      .filter(
        ({ method, path: url }) => method === 'GET' && !world.test.app.hasRoute({ method: 'HEAD', url }),
      )
      .map(({ path: url }) => url);
    expect(rejected.toSorted()).toEqual([
      '/api/admin/export-audit-csv',
      '/api/admin/export-payments-csv',
      '/api/admin/export-purchases-csv',
      '/api/admin/export-user-list-csv',
      '/api/admin/export-users',
      '/api/admin/export-users-csv',
      '/api/admin/products/:productId/files/:versionId',
      '/api/privacy/exports/:id',
      '/objects/*',
    ]);
    expect(api.document.info.description).toContain(
      'also support `HEAD`, except those that send recorded files: documents, exports and earlier versions',
    );
  });

  it('documents the error 415 for every writing call except the webhook and unsubscribing, and for no GET call', () => {
    const withJson = api.calls.filter(({ operation }) => operation.responses[415]).map(({ name }) => name);
    const writes = api.calls.filter(({ method }) => method !== 'GET').map(({ name }) => name);
    expect(writes.filter((name) => !withJson.includes(name))).toEqual([
      'POST /api/stripe/webhook',
      'POST /api/mail/unsubscribe',
    ]);
    expect(withJson.filter((name) => !writes.includes(name))).toEqual([]);
  });

  it('a documented path returns 405 for a method that it does not support, and lists its methods', async () => {
    const byPath = Map.groupBy(api.calls, ({ path }) => path);
    for (const [path, calls] of byPath) {
      if (!path.startsWith('/api/')) continue;
      const has = calls.map(({ method }) => method);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        if (has.includes(method)) continue;
        const url = path.replaceAll(/:\w+/g, '1');
        const response = await world.test.app.inject({ method, url });
        expect(response.statusCode, `${method} ${path}`).toBe(405);
        // A GET route may also have HEAD.
        const allowed = response.headers.allow?.split(', ').filter((one) => one !== 'HEAD');
        expect(allowed?.toSorted(), path).toEqual(has.toSorted());
        expect(response.json().code, path).toBe('method_not_allowed');
      }
    }
  });

  it.each(['/api', '/api/nothing'])(
    '%s returns 404, and the error names the page that describes the API',
    async (url) => {
      for (const method of ['GET', 'PUT'] as const) {
        const response = await world.test.app.inject({ method, url });
        expect(response.statusCode, method).toBe(404);
        expect(response.json().message, method).toContain('/api/docs');
      }
    },
  );

  it('documents for every call of admins that it rejects other users', () => {
    const calls = api.calls.filter(({ operation }) => operation['x-access'] === 'admin');
    expect(calls.length).toBeGreaterThan(0);
    for (const { name, operation } of calls) {
      expect(operation.responses[403]?.description, name).toMatch(/user is not an admin\.$/);
    }
  });

  it('names the code of every error, except those of coaching and hands, which have no REST calls', () => {
    const text = JSON.stringify([api.document.info, api.document.tags, api.document.paths]);
    const unnamed = Object.keys(statusOf).filter(
      (code) => !text.includes(`\`${code}\``) && !text.includes(`"code":"${code}"`),
    );
    expect(unnamed).toEqual(['hand_limit', 'no_credit', 'not_answerable']);
  });

  it('each example of an error has a code that belongs to the documented status', () => {
    for (const { name, operation } of api.calls) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const { example } = response.content?.['application/json'] ?? {};
        if (Number(status) < 400 || status === '416') continue;
        expect(statusOf[(example as ErrorBody).code], `${name} ${status}`).toBe(Number(status));
      }
    }
    const codeOf = (name: string, status: number) =>
      api.callOf(name).operation.responses[status]?.content?.['application/json']?.example;
    expect(codeOf('POST /api/login', 401)).toMatchObject({ code: 'invalid_credentials' });
    expect(codeOf('POST /api/logout', 403)).toMatchObject({ code: 'cross_site' });
    expect(codeOf('GET /api/goals', 401)).toMatchObject({ code: 'not_signed_in' });
  });

  it('documents that the public logout call also accepts a session, so that generated clients send the session', () => {
    const { security } = api.callOf('POST /api/logout').operation;
    expect(security).toEqual([{}, { session: [] }]);
    expect(api.callOf('GET /api/user').operation.security).toEqual([{ session: [] }]);
    expect(api.callOf('POST /api/stripe/webhook').operation.security).toEqual([]);
  });

  it('documents `Retry-After` wherever an error may carry it', () => {
    for (const { name, operation } of api.calls) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        const isTemporary = status === '429' || status === '503';
        expect(Object.keys(headers).includes('Retry-After'), `${name} ${status}`).toBe(isTemporary);
      }
    }
  });

  it('documents a PDF as bytes and a CSV file as text', () => {
    const schemaOf = (name: string, type: string) =>
      api.callOf(name).operation.responses[200]?.content?.[type]?.schema;
    expect(schemaOf('GET /api/products/:id/download', 'application/pdf')).toMatchObject({ format: 'binary' });
    expect(schemaOf('GET /api/admin/export-users-csv', 'text/csv')).toEqual({ type: 'string' });
  });

  it('documents no error 403 for the webhook, which other sites may call with signed events', () => {
    const { responses } = api.callOf('POST /api/stripe/webhook').operation;
    expect(Object.keys(responses)).toEqual(['200', '400', '413', '503']);
  });

  it('contains examples that its own schemas accept', () => {
    for (const { name, operation } of api.calls) {
      const media = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      for (const { schema, example } of media) {
        if (example !== undefined) expect(api.problemsOf(schema, example), name).toEqual([]);
      }
      for (const { schema, example } of operation.parameters) {
        if (example !== undefined) expect(api.problemsOf(schema, example), name).toEqual([]);
      }
    }
  });

  it('contains the required header in the example of an upload', () => {
    const { operation } = api.callOf('POST /api/objects/upload');
    expect(operation.responses[200]?.content?.['application/json']?.example).toMatchObject({
      headers: { 'content-type': 'image/jpeg' },
    });
  });

  it('documents the header `X-Total-Count` for every list, and for no other call', () => {
    for (const { name, operation } of api.calls) {
      const headers = Object.keys(operation.responses[200]?.headers ?? {});
      const isList = operation.parameters.some((one) => one.name === 'page');
      expect(headers, name).toEqual(isList ? ['X-Total-Count'] : []);
    }
  });

  it('allows only decisions as the new status of an application', () => {
    const { operation } = api.callOf('PUT /api/admin/kyc/applications/:id/status');
    const { schema } = operation.requestBody?.content['application/json'] ?? {};
    expect(api.problemsOf(schema ?? {}, { status: 'approved' })).toEqual([]);
    expect(api.problemsOf(schema ?? {}, { status: 'pending' })).not.toEqual([]);
  });

  it('documents the minimum length of names in a registration', () => {
    const { schema, example } =
      api.callOf('POST /api/register').operation.requestBody?.content['application/json'] ?? {};
    expect(api.problemsOf(schema ?? {}, { ...(example as object), lastName: 'W' })).not.toEqual([]);
  });
});

describe('GET /api/docs', () => {
  it('serves a page whose scripts and styles come from the academy', async () => {
    const page = await world.test.app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/<script>|onclick=|https?:/);
    const parts = [...page.body.matchAll(/(?:src|href)="(\.\/static\/[^"]+)"/g)].map(
      ([, part]) => part ?? '',
    );
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      const response = await world.test.app.inject(path.posix.join('/api/docs', part));
      expect(response.statusCode, part).toBe(200);
    }
  });

  it('shows the document of /api/openapi.json', async () => {
    const shown = await world.test.app.inject('/api/docs/json');
    expect(shown.json()).toEqual(api.document);
  });
});
