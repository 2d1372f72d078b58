import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from '../sandbox/stripe/sandbox.ts';
import type { Actor } from '../server/actor.ts';
import { buildApp } from '../server/app.ts';
import { insertUser, makeAdmin } from '../server/auth/users.queries.ts';
import { createDeps } from '../server/create-deps.ts';
import type { Deps } from '../server/deps.ts';
import { logOptions } from '../server/platform/logging.ts';
import type { DiskStorage } from '../server/platform/storage/disk-storage.ts';
import { type Caller, createCaller } from '../server/router.ts';
import type { Role } from '../shared/enums.ts';
import { numberedImage } from './images.ts';
import { testConfig } from './test-config.ts';
import { cloneDatabase } from './test-db.ts';
import type { TestDatabase } from './test-postgres.ts';

export type TestUser = Actor & { email: string };

export type TestApp = {
  deps: Deps;
  app: FastifyInstance;
  disk: DiskStorage;
  /** The Stripe sandbox. @throws unless the app was created with `stripe: 'sandbox'` */
  sandbox: StripeSandbox;
  webhookSecret: string;
  clock: { set(date: Date): void; advance(milliseconds: number): void };
  /** Calls tRPC procedures as a user, or as a visitor if `actor` is null. `ticket` is a visitor's upload ticket. */
  caller(actor: Actor | null, options?: { ticket?: string }): Caller;
  createUser(options?: {
    role?: Role;
    email?: string;
    password?: string;
    firstName?: string;
    lastName?: string;
  }): Promise<TestUser>;
  /**
   * Requests an upload URL, uploads the bytes and calls `secureDocument`, as the browser does.
   * @returns `/objects/{id}`
   */
  uploadDocument(caller: Caller, bytes?: Buffer, contentType?: string): Promise<string>;
  /** Uploads bytes to a signed URL of the disk store. @returns the status */
  put(url: string, bytes: Buffer, headers: Record<string, string>): Promise<number>;
  logs: string[];
  close(): Promise<void>;
};

type Options = {
  /** The public URL; `http://localhost:3000` by default. */
  appUrl?: string;
  stripe?: 'sandbox';
  rateLimitFactor?: number;
  env?: Record<string, string>;
  /** Hashes passwords with the cost of production. */
  realHashes?: boolean;
  /** An existing database, for several apps on one database. The first app that is closed drops it. */
  database?: TestDatabase;
};

const testWebhookSecret = 'whsec_test_secret_of_the_suite';
export const testPassword = 'correct horse battery';

let sequence = 0;

/** Returns a small valid image, which differs with each call. */
export function documentImage(): Promise<Buffer> {
  sequence += 1;
  return numberedImage(sequence);
}

/**
 * Creates the application on a cloned database, with files in a temporary folder and, with `stripe: 'sandbox'`, a
 * Stripe sandbox.
 */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const database = options.database ?? (await cloneDatabase());
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'academy-app-'));
  const logs: string[] = [];
  const log = pino({ ...logOptions, level: 'info' }, { write: (line: string) => void logs.push(line) });
  const config = testConfig(
    {
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: String(options.rateLimitFactor ?? 1_000),
      // Prevents load shedding on a busy machine. Load shedding has its own tests.
      SHED_LOAD_AFTER_MS: '60000',
      DEMO_DATA: 'false',
      ...options.env,
    },
    options,
  );
  const sandbox = options.stripe === 'sandbox' ? await startStripeSandbox({}) : undefined;
  let offset = 0;
  let fixed: number | undefined;
  const clock = {
    set(date: Date) {
      fixed = date.getTime();
    },
    advance(milliseconds: number) {
      if (fixed === undefined) offset += milliseconds;
      else fixed += milliseconds;
    },
  };
  const created = await createDeps(config, {
    connection: database.connection,
    stripe: {
      secretKey: 'sk_test_sandbox',
      webhookSecret: testWebhookSecret,
      // Port 9 (discard) rejects connections immediately, so a test that calls Stripe without a sandbox fails fast.
      apiUrl: sandbox?.url ?? 'http://127.0.0.1:9',
    },
    appUrl: () => options.appUrl ?? 'http://localhost:3000',
    log,
    now: () => new Date(fixed ?? Date.now() + offset),
  });
  const { deps, disk } = created;
  if (!disk) throw new Error('the test app stores its files on disk');
  const app = await buildApp({ deps, disk, sessionSecrets: created.sessionSecrets });
  await app.ready();

  const put: TestApp['put'] = async (url, bytes, headers) => {
    const { pathname, search } = new URL(url);
    const response = await app.inject({ method: 'PUT', url: pathname + search, headers, payload: bytes });
    return response.statusCode;
  };

  return {
    deps,
    app,
    disk,
    get sandbox() {
      if (!sandbox) throw new Error("this test app has no sandbox: pass stripe: 'sandbox'");
      return sandbox;
    },
    webhookSecret: testWebhookSecret,
    clock,
    logs,
    put,
    caller(actor, { ticket } = {}) {
      let heldTicket: string | null = ticket ?? null;
      return createCaller({
        deps,
        actor,
        metadata: {
          ip: '127.0.0.1',
          requestId: `test-${randomBytes(4).toString('hex')}`,
          userAgent: 'vitest',
        },
        cookie: {
          begin() {},
          sid: () => null,
          clear() {},
          ticket: () => heldTicket,
          setTicket(fresh) {
            heldTicket = fresh;
          },
          challenge: () => null,
          setChallenge() {},
          device: () => null,
          rememberDevice() {},
        },
      });
    },
    async createUser({ role = 'user', email, password, firstName = 'Dana', lastName = 'Whitfield' } = {}) {
      const address = email ?? `student-${randomBytes(5).toString('hex')}@example.test`;
      const user = await insertUser(deps.db, {
        email: address,
        password_hash: password ? await deps.passwords.hash(password) : '$argon2id$no-password',
        first_name: firstName,
        last_name: lastName,
      });
      if (role === 'admin') await makeAdmin(deps.db, user.id);
      return {
        userId: user.id,
        role,
        email: address,
        // Always counts as recent authentication.
        get confirmedAt() {
          return deps.now().toISOString();
        },
      };
    },
    async uploadDocument(caller, bytes, contentType = 'image/jpeg') {
      const body = bytes ?? (await documentImage());
      const grant = await caller.kyc.requestUpload({ contentType, size: body.length });
      const status = await put(grant.uploadURL, body, grant.headers);
      if (status !== 200) throw new Error(`upload failed with ${status}`);
      return (await caller.kyc.secureDocument({ documentImageUrl: grant.uploadURL })).objectPath;
    },
    async close() {
      await app.close();
      await created.close();
      await sandbox?.close();
      await database.drop();
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Creates an app before the tests and hooks that follow in the file or `describe` block, and closes it after all of
 * them. Use the returned app only in tests and hooks: it has no properties before they run.
 */
export function setUpTestApp(options?: Options): TestApp {
  const test = {} as TestApp;
  beforeAll(async () => {
    Object.defineProperties(test, Object.getOwnPropertyDescriptors(await createTestApp(options)));
  });
  afterAll(() => test.close());
  return test;
}
