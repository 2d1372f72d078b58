import type { Report, ReportPoint, ReportRange } from '../../../shared/admin/reports.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import {
  type Bucket,
  countAllLearners,
  countLearners,
  countRegistrations,
  findBeginning,
  listBuckets,
  measureOverallWaits,
  measureSessions,
  measureWaits,
  sumPayments,
} from './reports.queries.ts';
import { measureSubscriptions, type Span } from './subscription-figures.queries.ts';

const buckets: Record<ReportRange, Bucket> = { '7': 'day', '30': 'day', '90': 'week', all: 'month' };

/** `ranBefore`: the number of subscriptions that were active at the beginning of the span. */
const noSubscriptions = { mrrCents: 0, silver: 0, gold: 0, diamond: 0, ranBefore: 0, ended: 0 };
/** `decisions` and `medianWaitHours` are about identity reviews. */
const noActivity = { grossCents: 0, refundedCents: 0, decisions: 0, medianWaitHours: null };

/** The data of the charts, at most a minute old. Days are UTC. */
export async function getReport(
  deps: Deps,
  _actor: AdminActor,
  { range }: { range: ReportRange },
): Promise<Report> {
  const now = deps.now();
  const today = now.toISOString().slice(0, 10);
  return deps.figures.get(`report ${range} ${today}`, () => measureReport(deps, range, now));
}

async function measureReport(deps: Deps, range: ReportRange, now: Date): Promise<Report> {
  const { db } = deps;
  const from = await beginningOf(deps, range, now);
  const bucket = buckets[range];
  const starts = await listBuckets(db, bucket, from, now);
  const [registrations, learners, payments, waits, people, allWaits, sessions, subscriptions] =
    await Promise.all([
      countRegistrations(db, bucket, from, now),
      countLearners(db, bucket, from),
      sumPayments(db, bucket, from),
      measureWaits(db, bucket, from),
      countAllLearners(db, from),
      measureOverallWaits(db, from),
      measureSessions(db, from),
      measureSubscriptions(db, [...spansOf(starts, now), { name: whole, from, to: now }]),
    ]);
  const points = starts.map((start): ReportPoint => {
    const isInBucket = (row: { start: string }) => row.start === start;
    const paid = payments.find(isInBucket);
    const { grossCents, refundedCents } = paid ?? noActivity;
    const wait = waits.find(isInBucket) ?? noActivity;
    const { silver, gold, diamond, ...running } = subscriptions.get(start) ?? noSubscriptions;
    return {
      start,
      registrations: registrations.find(isInBucket)?.registrations ?? 0,
      activeLearners: learners.find(isInBucket)?.activeLearners ?? 0,
      grossCents,
      refundedCents,
      netCents: grossCents - refundedCents,
      decisions: wait.decisions,
      medianWaitHours: wait.medianWaitHours,
      ...running,
      plans: { silver, gold, diamond },
    };
  });
  const total = (count: (point: ReportPoint) => number) =>
    points.reduce((sum, point) => sum + count(point), 0);
  const grossCents = total((point) => point.grossCents);
  const purchasesCents = payments.reduce((sum, row) => sum + row.purchasesCents, 0);
  const overall = subscriptions.get(whole) ?? noSubscriptions;
  return {
    bucket,
    points,
    totals: {
      registrations: total((point) => point.registrations),
      // Not the sum of the points: a student who was active in several of them counts once.
      activeLearners: people,
      purchasesCents,
      subscriptionsCents: grossCents - purchasesCents,
      grossCents,
      refundedCents: total((point) => point.refundedCents),
      netCents: total((point) => point.netCents),
      ...allWaits,
      mrrCents: overall.mrrCents,
      subscriptions: overall.silver + overall.gold + overall.diamond,
      ranBefore: overall.ranBefore,
      ended: overall.ended,
    },
    sessions,
  };
}

/** The name of the span that covers the whole report. Other spans are named by their first day. */
const whole = 'whole';

/** Each span ends where the next one begins; the last one ends now. */
function spansOf(starts: readonly string[], now: Date): Span[] {
  return starts.map((name, index) => {
    const next = starts[index + 1];
    return { name, from: new Date(name), to: next === undefined ? now : new Date(next) };
  });
}

async function beginningOf(deps: Deps, range: ReportRange, now: Date): Promise<Date> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  if (range !== 'all') return new Date(today - (Number(range) - 1) * dayMs);
  const first = await findBeginning(deps.db);
  return new Date(Math.min(today, first === null ? today : Date.parse(first)));
}
