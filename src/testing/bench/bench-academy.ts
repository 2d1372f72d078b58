import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { ensureAdmin } from '../../server/auth/configured-admin.operations.ts';
import { insertUser } from '../../server/auth/users.queries.ts';
import { readConfig } from '../../server/config/config.ts';
import { createDeps } from '../../server/create-deps.ts';
import { seedAcademy } from '../../server/demo/seed-academy.ts';
import type { Deps } from '../../server/deps.ts';
import { type Connection, type Db, openDatabase } from '../../server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts';
import { type Academy, admin, startAcademy } from '../e2e/academy.ts';
import { signInCookie } from '../e2e/sign-in.ts';
import { seedAdminData } from './admin-data.ts';
import { seedPractice } from './practice-data.ts';

export type BenchAcademy = {
  academy: Academy;
  connection: Connection;
  dataDir: string;
  student: {
    id: string;
    email: string;
    password: string;
    cookie: string;
    sidHash: string;
    passwordHash: string;
  };
  adminCookie: string;
  /** A file that the student may download. `path`: a local file with the same bytes. */
  file: { productId: number; path: string; bytes: number };
  webhookSecret: string;
  /** Milliseconds from the start of the process until it is ready. */
  startMs: number;
  close(): Promise<void>;
};

const fileBytes = 4 * 1024 * 1024;
const password = 'correct horse battery';

/**
 * Opens an academy with the given number of generated users, sixty products, an admin, and a student who bought ten of
 * the products.
 * @param adminData - adds the audit log, messages, disputes and other data of the admin area
 * @param practice - adds drills and a hand of the day
 */
export async function openBenchAcademy(
  users: number,
  printStep: (step: string) => void,
  { adminData = false, practice = false }: { adminData?: boolean; practice?: boolean } = {},
): Promise<BenchAcademy> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'academy-bench-'));
  // The account that runs Postgres needs access to the subfolders.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { connection } = postgres;
  const config = readConfig({ NODE_ENV: 'development', DATA_DIR: dataDir, DEMO_DATA: 'false' });
  const created = await createDeps(config, {
    connection,
    stripe: { secretKey: 'sk_test_unused', webhookSecret: undefined, apiUrl: 'http://127.0.0.1:9' },
    appUrl: () => 'http://localhost',
    log: pino({ level: 'silent' }),
  });
  try {
    const { deps } = created;
    await ensureAdmin(deps, admin);
    const until = adminData ? new Date().toISOString() : '2026-01-01T00:00:00Z';
    const purchases = adminData ? Math.ceil(users * 0.96) : users * 2;
    const size = { users, applications: Math.ceil(users * 0.3), purchases, seed: 1, until };
    await addPlans(deps);
    await withoutTimeouts(connection, async (db) => {
      await seedAcademy(db, size, (step) => printStep(`  ${step}`));
      if (adminData) await seedAdminData(db, size, (step) => printStep(`  ${step}`));
    });
    const passwordHash = await deps.passwords.hash(password);
    const student = await addStudent(deps, passwordHash);
    const file = await addFile(deps, student.id, dataDir);
    if (practice) await seedPractice(deps, student.id);
    await created.close();

    const academy = await startAcademy(
      { DEMO_DATA: 'false', LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1,::1' },
      { dataDir },
    );
    // The first start fills the cache of compiled code, the second is measured.
    await academy.kill('SIGTERM');
    const startedAt = performance.now();
    await academy.start();
    const startMs = performance.now() - startedAt;
    const cookie = await signInCookie(academy.url, { email: student.email, password });
    return {
      academy,
      connection,
      dataDir,
      student: {
        ...student,
        password,
        cookie,
        passwordHash,
        sidHash: await sidHashOf(connection, student.id),
      },
      adminCookie: await signInCookie(academy.url, admin),
      file,
      webhookSecret: `whsec_${(await readFile(path.join(dataDir, 'stripe-sandbox.secret'), 'utf8')).trim()}`,
      startMs,
      async close() {
        await academy.kill('SIGTERM');
        await postgres.stop();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function addStudent(deps: Deps, passwordHash: string): Promise<{ id: string; email: string }> {
  const email = `student-${randomBytes(4).toString('hex')}@bench.test`;
  const names = { first_name: 'Dana', last_name: 'Whitfield' };
  const { id } = await insertUser(deps.db, { email, password_hash: passwordHash, ...names });
  await sql`insert into purchases (user_id, product_id, product_type, product_name, amount_cents, status, purchased_at)
    select ${id}::uuid, p.id, p.type, p.title, p.price_cents, 'completed', now()
    from (select * from products order by id limit 10) p`.execute(deps.db);
  return { id, email };
}

/** Adds all ten coaching plans, so that their list is not empty. */
async function addPlans(deps: Deps): Promise<void> {
  const description = 'What to do before the flop, from every seat. '.repeat(4);
  await sql`insert into coaching_pdfs (pdf_number, title, description, difficulty, required_plan)
    select n, 'Plan ' || n, ${description}, 'beginner', 'free' from generate_series(1, 10) n
    on conflict do nothing`.execute(deps.db);
}

/** Random bytes, so that compression has no effect. */
async function addFile(deps: Deps, userId: string, dataDir: string): Promise<BenchAcademy['file']> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(fileBytes)]);
  const id = randomUUID();
  await deps.storage.write(`products/${id}`, bytes, { contentType: 'application/pdf' });
  await sql`insert into uploads (id, purpose, storage_key, status, filename, max_bytes, content_type, size_bytes,
      put_expires_at, claimed_at)
    values (${id}::uuid, 'product', ${`products/${id}`}, 'claimed', 'bench.pdf', 52428800, 'application/pdf',
      ${bytes.length}, now(), now())`.execute(deps.db);
  const { rows } = await sql<{ id: number }>`update products set file_upload_id = ${id}::uuid
    where id = (select product_id from purchases where user_id = ${userId}::uuid order by product_id limit 1)
    returning id`.execute(deps.db);
  const [product] = rows;
  if (!product) throw new Error('the student has no purchase');
  const folder = path.join(dataDir, 'static');
  await mkdir(folder, { mode: 0o755 });
  await writeFile(path.join(folder, 'file.pdf'), bytes, { mode: 0o644 });
  return { productId: product.id, path: path.join(folder, 'file.pdf'), bytes: bytes.length };
}

/** Runs `work` on a separate pool without timeouts. */
async function withoutTimeouts(connection: Connection, work: (db: Db) => Promise<void>): Promise<void> {
  const database = openDatabase(connection, () => undefined, {
    statementTimeoutMs: 0,
    idleInTransactionMs: 0,
  });
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}

async function sidHashOf(connection: Connection, userId: string): Promise<string> {
  const database = openDatabase(connection, () => undefined);
  try {
    const { sid } = await database.db
      .selectFrom('sessions')
      .select('sid')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return sid;
  } finally {
    await database.close();
  }
}
