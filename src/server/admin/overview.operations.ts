import { type Overview, type Waiting, waitingView } from '../../shared/admin/overview.ts';
import { urgentPromiseHours } from '../../shared/coaching/question-limits.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { countFunnel, countNewStudents, findBestSellers, findWaiting, sumMoney } from './overview.queries.ts';
import { measureSubscriptions, type Span } from './reports/subscription-figures.queries.ts';

/** All work that waits for an admin, by kind. Never cached. */
export async function getWaiting(deps: Deps, _actor: AdminActor): Promise<Waiting> {
  const now = deps.now();
  const { reviewHoursTo, answerHours } = await getSettings(deps);
  const rows = await findWaiting(deps.db, {
    now,
    applicationsOverdueBefore: new Date(now.getTime() - reviewHoursTo * hourMs),
    messagesOverdueBefore: new Date(now.getTime() - answerHours * hourMs),
    urgentUntil: new Date(now.getTime() + urgentPromiseHours * hourMs),
  });
  return waitingView.parse(Object.fromEntries(rows.map(({ kind, ...work }) => [kind, work])));
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const noMoney = { grossCents: 0, refundedCents: 0, payments: 0 };

/**
 * Today's revenue; the revenue and new students of this month, and of last month up to the same day and time; the
 * running memberships; and the best sellers and the funnel of the last 30 days. Days are UTC. Today's revenue and new
 * students are counted at each call; all other figures are cached.
 */
export async function getOverview(deps: Deps, _actor: AdminActor): Promise<Overview> {
  const { db, figures } = deps;
  const now = deps.now();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = new Date(Date.UTC(year, month, now.getUTCDate()));
  const monthStart = new Date(Date.UTC(year, month, 1));
  const lastMonthStart = new Date(Date.UTC(year, month - 1, 1));
  const lastMonth: Span = {
    name: 'lastMonth',
    from: lastMonthStart,
    // Capped at the end of last month, which may have fewer days.
    to: new Date(
      Math.min(lastMonthStart.getTime() + (now.getTime() - monthStart.getTime()), monthStart.getTime()),
    ),
  };
  const ofToday: Span = { name: 'today', from: today, to: now };
  const earlier: Span[] = [{ name: 'month', from: monthStart, to: today }, lastMonth];
  const recent = new Date(today.getTime() - 29 * dayMs);
  const [newMoney, newStudents, oldMoney, oldStudents, subscriptions, bestSellers, funnel] =
    await Promise.all([
      sumMoney(db, [ofToday]),
      countNewStudents(db, [ofToday]),
      figures.get(`money before ${dayOf(today)}`, () => sumMoney(db, earlier)),
      figures.get(`new students before ${dayOf(today)}`, () => countNewStudents(db, earlier)),
      figures.get('running memberships', () =>
        measureSubscriptions(db, [{ name: 'now', from: now, to: now }]),
      ),
      figures.get('best sellers', () => findBestSellers(db, recent, 5)),
      figures.get('funnel', () => countFunnel(db, recent)),
    ]);
  const moneyOf = (...names: string[]): Overview['today'] => {
    const sum = { ...noMoney };
    for (const row of [...newMoney, ...oldMoney].filter(({ name }) => names.includes(name))) {
      sum.grossCents += row.grossCents;
      sum.refundedCents += row.refundedCents;
      sum.payments += row.payments;
    }
    return { ...sum, netCents: sum.grossCents - sum.refundedCents };
  };
  const studentsOf = (...names: string[]) =>
    [...newStudents, ...oldStudents]
      .filter(({ name }) => names.includes(name))
      .reduce((sum, { count }) => sum + count, 0);
  const running = subscriptions.get('now');
  return {
    today: moneyOf('today'),
    month: moneyOf('today', 'month'),
    lastMonth: moneyOf('lastMonth'),
    recurringCents: running?.mrrCents ?? 0,
    memberships: running ? running.silver + running.gold + running.diamond : 0,
    newStudents: { month: studentsOf('today', 'month'), lastMonth: studentsOf('lastMonth') },
    bestSellers,
    funnel,
  };
}
