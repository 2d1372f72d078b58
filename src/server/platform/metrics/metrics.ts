import { METHODS } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { UploadPurpose } from '../../../shared/limits.ts';
import type { LimitName } from '../attempt-limits.ts';
import type { Passwords } from '../crypto/passwords.ts';
import type { Db } from '../db/database.ts';
import { requireWritable } from '../db/require-writable.ts';
import { withTimeout } from '../with-timeout.ts';
import { findQueueFacts, findWorkFacts } from './metrics.queries.ts';

/**
 * This server's metrics for Prometheus. Labels come from the code, such as route patterns and names of limits and
 * queues, never from user input.
 */
export type Metrics = {
  requestCompleted(request: { method: string; route: string; status: number; seconds: number }): void;
  procedureCompleted(procedure: string, isOk: boolean, seconds: number): void;
  limitHit(limit: LimitName): void;
  uploaded(purpose: UploadPurpose, bytes: number): void;
  /** All metrics in Prometheus's text format. */
  read(): Promise<{ contentType: string; text: string }>;
};

export type MetricsSource = {
  db: Db;
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  passwords: Pick<Passwords, 'load'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const databaseTimeoutMs = 2_000;
const methods = new Set(METHODS);

/** @param withProcess - whether to include memory, CPU, garbage collection and event loop lag of the whole process */
export function createMetrics(source: MetricsSource, withProcess: boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcess) collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'academy_http_request_duration_seconds',
    help: 'Time to respond to a request, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const procedures = new Histogram({
    name: 'academy_procedure_duration_seconds',
    help: 'Time of a procedure call, from any entry point',
    labelNames: ['procedure', 'outcome'],
    buckets: seconds,
    registers,
  });
  const limitHits = new Counter({
    name: 'academy_limit_hits_total',
    help: 'Attempts rejected by a limit',
    labelNames: ['limit'],
    registers,
  });
  const uploadBytes = new Counter({
    name: 'academy_upload_bytes_total',
    help: 'Bytes of uploaded files that passed inspection',
    labelNames: ['purpose'],
    registers,
  });
  new Gauge({
    name: 'academy_db_connections',
    help: 'Connections of the pool, and callers waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = source.pool;
      this.set({ state: 'open' }, totalCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'academy_password_hashes',
    help: 'Password hashes being computed, and those waiting',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = source.passwords.load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });

  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = gauge('academy_db_up', '1 if the database responds and accepts writes, else 0');
  const work = {
    eventsWaiting: gauge('academy_stripe_events_waiting', 'Stripe events that are stored but not processed'),
    oldestEventAge: gauge(
      'academy_stripe_oldest_event_age_seconds',
      'Age of the oldest unprocessed Stripe event; 0 if there is none',
    ),
    eventLag: gauge(
      'academy_stripe_event_lag_seconds',
      'Longest time from creation at Stripe to processing, of events received in the last 15 minutes; 0 without any',
    ),
    lastEventAge: gauge(
      'academy_stripe_last_event_age_seconds',
      'Time since the last event from Stripe; 0 if there was none',
    ),
    emailsWaiting: gauge('academy_mails_waiting', 'Emails in the outbox that are still to be sent'),
    oldestEmailAge: gauge(
      'academy_mail_oldest_age_seconds',
      'Age of the oldest queued email; 0 if there is none',
    ),
    emailsFailed: gauge('academy_mails_failed', 'Emails that failed for good and were not dismissed'),
  };
  const queueGauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'], registers });
  const due = queueGauge('academy_jobs_due', 'Jobs that are due');
  const failed = queueGauge('academy_jobs_failed', 'Jobs that failed for good in the last 24 hours');

  async function readDatabase(): Promise<void> {
    try {
      const [facts, queues] = await withTimeout(
        Promise.all([findWorkFacts(source.db), findQueueFacts(source.db), requireWritable(source.db)]),
        databaseTimeoutMs,
      );
      up.set(1);
      for (const [name, each] of Object.entries(work)) each.set(facts[name as keyof typeof work] ?? 0);
      // A queue without jobs is not among the results.
      for (const each of [due, failed]) each.reset();
      for (const { queue, ...counts } of queues) {
        due.set({ queue }, counts.due);
        failed.set({ queue }, counts.failed);
      }
    } catch (error) {
      source.log.warn({ err: error }, 'the database did not respond to the metrics queries');
      up.set(0);
      for (const each of [...Object.values(work), due, failed]) each.reset();
    }
  }

  return {
    requestCompleted({ method, route, status, seconds: duration }) {
      requests.observe({ method: methods.has(method) ? method : 'other', route, status }, duration);
    },
    procedureCompleted(procedure, isOk, duration) {
      procedures.observe({ procedure, outcome: isOk ? 'ok' : 'error' }, duration);
    },
    limitHit: (limit) => limitHits.inc({ limit }),
    uploaded: (purpose, bytes) => uploadBytes.inc({ purpose }, bytes),
    async read() {
      await readDatabase();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
