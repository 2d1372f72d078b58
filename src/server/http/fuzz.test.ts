import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { hostileJson, hostileValue, withOneChanged } from '../../testing/fuzz/hostile-values.ts';
import { type FuzzedRoute, type FuzzRequest, restRequest, trpcRequest } from '../../testing/fuzz/requests.ts';
import { routesOf } from '../../testing/fuzz/route-list.ts';
import { type FuzzActor, type FuzzWorld, openFuzzWorld } from '../../testing/fuzz/world.ts';
import { sign } from '../payments/testing/purchases.ts';
import { buildApiDocument } from './openapi/document.ts';
import { procedureSchemas, schemasOf } from './procedure-schemas.ts';
import { restCalls } from './rest/rest.ts';

/**
 * No request may hang or return 5xx, except for the 503s that `probe` allows. `FUZZ_RUNS` is the number of cases per
 * route and procedure; more than 50 cases find little more. Each run tries different cases, unless `FUZZ_SEED` repeats
 * an earlier run.
 */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const casesEach = Number(process.env.FUZZ_RUNS ?? 10);
/** If set, only the route or procedure with this name is tested. A failure prints the name. */
const only = process.env.FUZZ_ONLY;
const hangMs = 5_000;

type Case = { actor: FuzzActor; request: FuzzRequest };
type Target = { name: string; cases: fc.Arbitrary<Case> };
/** The documented statuses of each documented call. Any other error status is a fault, too. */
const declaredStatuses = new Map(
  Object.entries(buildApiDocument().paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]): [string, Set<number>] => [
      `${method.toUpperCase()} ${path.replace('/objects/{path}', '/objects/*').replaceAll(/\{(\w+)\}/g, ':$1')}`,
      new Set(Object.keys(responses).map(Number)),
    ]),
  ),
);

/** `understood` counts requests that passed authentication, authorization and validation. */
type Tally = { sent: number; understood: number; succeeded: number };

let world: FuzzWorld;
const tallies = new Map<string, Tally>();

beforeAll(async () => {
  world = await openFuzzWorld();
});
afterAll(() => world.close());

function inject({ actor, request }: Case): Promise<LightMyRequestResponse> {
  const cookie = world.cookieOf(actor);
  return world.test.app.inject({
    method: request.method,
    url: request.url,
    headers: { ...request.headers, ...(cookie && { cookie }) },
    ...(request.payload !== undefined && { payload: request.payload }),
  });
}

/** Sends one request. @throws Error if the response is a fault */
async function probe(target: string, one: Case): Promise<void> {
  // A slow response on a busy machine is not a hang, so the request is repeated once.
  const response = (await within(hangMs, inject(one))) ?? (await within(hangMs, inject(one)));
  if (!response) throw new Error(`no response within ${hangMs} ms`);
  // 503 is valid for /readyz, whose checks may time out, and for a third concurrent export.
  const isAllowed503 =
    response.statusCode === 503 && (target === 'GET /readyz' || /-csv$|\/export-users$/.test(target));
  if (response.statusCode >= 500 && !isAllowed503) {
    throw new Error(`${response.statusCode} ${response.body.slice(0, 300)}\n  ${logOf(response)}`);
  }
  const declared = declaredStatuses.get(target);
  if (declared && response.statusCode >= 400 && !declared.has(response.statusCode)) {
    throw new Error(`${response.statusCode} is not documented: ${response.body.slice(0, 300)}`);
  }
  count(target, response);
}

/** The server's log lines about a request, which contain more than the response. */
function logOf(response: LightMyRequestResponse): string {
  const id = String(response.headers['x-request-id']);
  return world.test.logs.filter((line) => line.includes(id)).join('  ');
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function count(target: string, { statusCode }: LightMyRequestResponse): void {
  const tally = tallies.get(target) ?? { sent: 0, understood: 0, succeeded: 0 };
  tally.sent += 1;
  if (![400, 401, 403, 415].includes(statusCode)) tally.understood += 1;
  if (statusCode < 400) tally.succeeded += 1;
  tallies.set(target, tally);
}

/** Generates mostly the least privileged actor that may send the request; for a public request, any actor. */
async function actorsFor(request: FuzzRequest): Promise<fc.Arbitrary<FuzzActor>> {
  const status = async (actor: FuzzActor) => (await inject({ actor, request })).statusCode;
  if ((await status('visitor')) !== 401) return fc.constantFrom('visitor', 'student', 'admin');
  const isForAdmins = (await status('student')) === 403;
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant('visitor') },
    { weight: isForAdmins ? 1 : 7, arbitrary: fc.constant('student') },
    { weight: isForAdmins ? 8 : 2, arbitrary: fc.constant('admin') },
  );
}

async function targetOf(
  name: string,
  first: FuzzRequest,
  request: fc.Arbitrary<FuzzRequest>,
): Promise<Target> {
  const actor = await actorsFor(first);
  // The requests of `actorsFor` may have logged users out.
  if (disruptive.test(name)) await world.revive();
  return { name, cases: fc.record({ actor, request }) };
}

/**
 * The targets of all procedures. Each procedure is called to find out who has access. The calls are sequential, because
 * concurrent requests could be rejected with 503.
 */
async function procedureTargets(): Promise<Target[]> {
  const targets: Target[] = [];
  for (const [name, schemas] of procedureSchemas) {
    const [method, payload] =
      schemas.type === 'query' ? (['GET', undefined] as const) : (['POST', '{}'] as const);
    const first: FuzzRequest = {
      method,
      url: `/trpc/${name}`,
      headers: jsonType,
      ...(payload && { payload }),
    };
    const request = trpcRequest(name, schemas, world.knownFor(name));
    targets.push(await targetOf(name, first, request));
  }
  return targets;
}

async function routeTargets(): Promise<Target[]> {
  const inputs = new Map<string, z.ZodType | undefined>(
    restCalls.map((row) => [`${row.method} ${row.path}`, schemasOf(row.procedure).input]),
  );
  const routes = routesOf(world.test.app).filter((route): route is FuzzedRoute =>
    isFuzzed(route.method, route.path),
  );
  const targets: Target[] = [];
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    const first: FuzzRequest = {
      method: route.method,
      url: route.path.replaceAll(/:\w+|\*/g, '1'),
      headers: {},
    };
    const request = restRequest({ ...route, input: inputs.get(name) }, world.knownFor(name));
    targets.push(await targetOf(name, first, request));
  }
  return targets;
}

/** Correctly signed events with random content. */
function webhookTarget(): Target {
  const events = world.test.sandbox.events();
  const request = fc
    .tuple(fc.constantFrom(...events), fc.nat(500), fc.option(hostileValue), fc.uuid())
    .map(([event, pick, change, id]): FuzzRequest => {
      const fresh = { ...event, id: `evt_${id.replaceAll('-', '')}` };
      const payload = hostileJson(change === null ? fresh : withOneChanged(fresh, pick, change));
      const headers = { ...jsonType, 'stripe-signature': sign(world.test, payload) };
      return { method: 'POST', url: '/api/stripe/webhook', payload, headers };
    });
  return { name: 'signed webhook', cases: fc.record({ actor: fc.constant('visitor'), request }) };
}

const jsonType = { 'content-type': 'application/json' };

/** Whether a route is a target. tRPC procedures are separate targets, and files of the client ignore parameters. */
function isFuzzed(method: string, path: string): boolean {
  return (
    ['GET', 'POST', 'PUT', 'DELETE'].includes(method) &&
    !path.startsWith('/trpc/') &&
    !/\.[a-z0-9]+$/.test(path)
  );
}

/** Targets that change settings or end sessions, so they run last. */
const disruptive =
  /^admin\.settings\.update$|^auth\.logout$|^POST \/api\/logout$|endSession|endOther|requestDeletion|revokeCoach|^admin\.users\.(suspend|setRole|signOut|resetTwo)/;

/** A seed for each target, derived from `seed`, so that targets do not all try the same input. */
function seedOf(name: string): number {
  return [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed);
}

async function run(target: Target): Promise<string | undefined> {
  await world.revive();
  return probeUntilFault(target);
}

async function probeUntilFault(target: Target): Promise<string | undefined> {
  const property = fc.asyncProperty(target.cases, (one) => probe(target.name, one));
  const details = await fc.check(property, {
    seed: seedOf(target.name),
    numRuns: casesEach,
    endOnFailure: true,
  });
  if (!details.failed) return undefined;
  const input = JSON.stringify(details.counterexample)?.slice(0, 2_000);
  return `${target.name}: ${String(details.errorInstance)}\n  repeat with FUZZ_SEED=${seed} FUZZ_RUNS=${casesEach} FUZZ_ONLY='${target.name}'\n  ${input}`;
}

/** @returns the failures, each with its request */
async function runAll(list: readonly Target[], concurrency: number): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...list];
  const worker = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      const failure = await run(target);
      if (failure) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return failures;
}

const sum = (of: (tally: Tally) => number) =>
  [...tallies.values()].reduce((total, tally) => total + of(tally), 0);

describe('random requests', () => {
  it('get a response without a server fault', { timeout: 900_000 }, async () => {
    const all = [...(await procedureTargets()), ...(await routeTargets()), webhookTarget()].filter(
      ({ name }) => only === undefined || name === only,
    );
    const failures = [
      ...(await runAll(
        all.filter(({ name }) => !disruptive.test(name)),
        4,
      )),
      ...(await runAll(
        all.filter(({ name }) => disruptive.test(name)),
        1,
      )),
    ];
    expect(failures.join('\n'), `FUZZ_SEED=${seed}`).toBe('');
  });

  it.skipIf(only !== undefined)('are sent in large numbers, and often pass validation', () => {
    const summary = `FUZZ_SEED=${seed}: ${sum(({ sent }) => sent)} cases, ${sum(({ understood }) => understood)} understood, ${sum(({ succeeded }) => succeeded)} succeeded`;
    if (process.env.FUZZ_SHOW) console.warn(summary, Object.fromEntries(tallies));
    expect(
      sum(({ sent }) => sent),
      summary,
    ).toBeGreaterThanOrEqual(200 * casesEach);
    expect(sum(({ understood }) => understood) / sum(({ sent }) => sent), summary).toBeGreaterThan(0.45);
    const neverSucceeded = [...tallies].filter(([, { succeeded }]) => succeeded === 0).map(([name]) => name);
    expect(neverSucceeded.length / tallies.size, neverSucceeded.join(', ')).toBeLessThan(
      casesEach < 50 ? 0.45 : 0.25,
    );
  });

  it.skipIf(only !== undefined)('reveal a deliberate fault, with the data that reproduces it', async () => {
    const { deps } = world.test;
    const passwords = deps.passwords;
    const broken = { ...passwords, matches: () => Promise.reject(new Error('broken on purpose')) };
    Object.defineProperty(deps, 'passwords', { value: broken, configurable: true, writable: true });
    try {
      const schemas = schemasOf('auth.login');
      const request = trpcRequest('auth.login', schemas, world.knownFor('auth.login'));
      const cases = fc.record({ actor: fc.constant<FuzzActor>('visitor'), request });
      const failure = await probeUntilFault({ name: 'auth.login', cases });
      expect(failure).toMatch(/^auth\.login: Error: 500 /);
      expect(failure).toContain(`FUZZ_SEED=${seed}`);
      expect(failure).toContain('/trpc/auth.login');
    } finally {
      Object.defineProperty(deps, 'passwords', { value: passwords, configurable: true, writable: true });
    }
  });
});
