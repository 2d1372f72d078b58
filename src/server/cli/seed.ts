import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { seedAcademy } from '../demo/seed-academy.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { runCommand } from './run-command.ts';
import { withConnection } from './with-connection.ts';

const amount = (max: number) => z.coerce.number({ error: 'must be a number' }).int().min(1).max(max);
const sizeSchema = z
  .object({
    users: amount(10_000_000).default(10_000),
    applications: amount(10_000_000).optional(),
    purchases: amount(50_000_000).optional(),
    seed: z.coerce.number().int().min(0).max(1_000_000).default(1),
  })
  .transform(({ users, applications, purchases, seed }) => ({
    users,
    applications: applications ?? Math.ceil(users * 0.3),
    purchases: purchases ?? users * 2,
    seed,
  }))
  .refine(({ users, applications }) => applications <= users, '--applications cannot be above --users')
  .refine(({ users, purchases }) => purchases <= users * 20, '--purchases cannot be above 20 × --users');

const usage = `npm run seed -- [options]
  --users N         people with an account (10,000)
  --applications N  identity applications (30% of the users)
  --purchases N     purchases (twice the users)
  --seed N          number from which the data is generated (1)
  --force           also in production`;

/**
 * `npm run seed -- --users 1000000`: fills a database with synthetic data of the given size, for benchmarks. Not for a
 * production database.
 */
async function main(): Promise<void> {
  loadEnvironmentFile();
  const { values } = parseArgs({
    options: {
      users: { type: 'string' },
      applications: { type: 'string' },
      purchases: { type: 'string' },
      seed: { type: 'string' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { force, help, ...sizes } = values;
  if (help) {
    console.warn(usage);
    return;
  }
  const parsed = sizeSchema.safeParse(sizes);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const size = parsed.data;
  const config = readConfig(process.env);
  if (config.production && !force) {
    throw new Error('This fills the database with synthetic users. In production, it requires --force.');
  }
  await withConnection(config, async (connection) => {
    await migrateDatabase(connection, { warn: (_facts, message) => console.warn(message) });
    const database = openDatabase(connection, (error) => console.error(error.message), {
      statementTimeoutMs: 0,
      idleInTransactionMs: 0,
    });
    const started = performance.now();
    try {
      // Midnight, so that a second run on the same day creates the same academy.
      const until = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
      await seedAcademy(database.db, { ...size, until }, (step) => {
        console.warn(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${step}`);
      });
    } finally {
      await database.close();
    }
  });
}

await runCommand(main);
