import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import type { AttemptLimits } from './attempt-limits.ts';
import type { Passwords } from './auth/passwords.ts';
import type { Config } from './config.ts';
import type { Sealing } from './crypto/sealing.ts';
import type { Db } from './db/database.ts';
import type { UntrustedProxy } from './http/untrusted-proxy.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { PdfStamper } from './storage/stamp-pdf.ts';
import type { Storage } from './storage/storage.ts';

/** Everything an operation may need from the outside; stand-ins come in through here. */
export type Deps = {
  config: Config;
  /** Public origin for links, without a trailing slash. */
  appUrl: () => string;
  db: Db;
  pool: pg.Pool;
  storage: Storage;
  pdfStamper: PdfStamper;
  /** Encryption of secrets at rest and hashes of values that are not kept. */
  sealing: Sealing;
  stripe: Stripe;
  /** Undefined: the webhook answers 503. */
  stripeWebhookSecret: string | undefined;
  passwords: Passwords;
  attemptLimits: AttemptLimits;
  jobs: Jobs;
  metrics: Metrics;
  untrustedProxy: UntrustedProxy;
  log: FastifyBaseLogger;
  now: () => Date;
};
