import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';
import type { Config } from './config/config.ts';
import type { AttemptLimits } from './platform/attempt-limits.ts';
import type { CachedFigures } from './platform/cached-figures.ts';
import type { Passwords } from './platform/crypto/passwords.ts';
import type { Sealing } from './platform/crypto/sealing.ts';
import type { Db } from './platform/db/database.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { PdfStamper } from './platform/storage/pdf-stamper.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { UntrustedProxy } from './platform/untrusted-proxy.ts';

/** The dependencies of all operations; tests replace some of them. */
export type Deps = {
  config: Config;
  /** Public origin for links, without a trailing slash. */
  appUrl: () => string;
  db: Db;
  pool: pg.Pool;
  storage: Storage;
  pdfStamper: PdfStamper;
  /** Encryption of secrets at rest, and hashes of values that are not stored. */
  sealing: Sealing;
  stripe: Stripe;
  /** If undefined or blank, the webhook returns 503. */
  stripeWebhookSecret: string | undefined;
  passwords: Passwords;
  attemptLimits: AttemptLimits;
  jobs: Jobs;
  /** Counts over whole tables, cached for a minute. */
  figures: CachedFigures;
  metrics: Metrics;
  /** Records peers that send X-Forwarded-For but are not in TRUST_PROXY. */
  untrustedProxy: UntrustedProxy;
  log: FastifyBaseLogger;
  now: () => Date;
};
