import { dayMs, hourMs } from '../../shared/durations.ts';
import { minutesOf } from '../../shared/practice/drill-rules.ts';
import { leakName } from '../../shared/practice/leaks.ts';
import { localDay } from '../../shared/time-zone.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { weekInHandsEmail } from '../messages/email/templates/coaching.ts';
import { inTransaction } from '../platform/db/database.ts';
import { getPractice } from '../practice/drills.operations.ts';
import { leakChanges } from '../practice/leaks.operations.ts';
import { getNextStudy } from '../practice/next.operations.ts';
import { listHomework } from './homework.operations.ts';
import { readNewAnswers } from './questions.operations.ts';
import { findWeekRecipients, type WeekRecipient } from './week-in-hands.queries.ts';

const batch = 200;
/** The email is sent from 18:00 on, which is this many hours before midnight. */
const hoursBeforeMidnight = 6;
/** A leak has improved if the student handles it better than a week ago by at least this many percentage points. */
const noticeablePercent = 5;

/**
 * The `week-in-hands` job: on Sunday evening in the student's time zone, queues an email with due drills, new answers,
 * open homework and progress. It is sent once for each Sunday, only to students who turned it on and have any of these.
 * @returns how many students get an email for this Sunday, including those whose email an earlier run queued
 */
export async function sendWeekInHands(deps: Deps): Promise<number> {
  const now = deps.now();
  let sent = 0;
  let lastId: string | undefined;
  for (;;) {
    const recipients = await findWeekRecipients(deps.db, lastId, batch);
    for (const recipient of recipients) {
      const sunday = sundayEvening(now, recipient.timeZone);
      if (sunday === undefined) continue;
      try {
        if (await sendTo(deps, recipient, sunday)) sent += 1;
      } catch (error) {
        // After a failure, the other students must still get their email.
        deps.log.error({ err: error, userId: recipient.id }, 'a weekly email could not be queued');
      }
    }
    lastId = recipients.at(-1)?.id;
    if (recipients.length < batch) return sent;
  }
}

/** The local day if it is Sunday evening; undefined at other times. */
function sundayEvening(now: Date, timeZone: string | null): string | undefined {
  const day = localDay(now, timeZone);
  const isSunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
  const isEvening = localDay(new Date(now.getTime() + hoursBeforeMidnight * hourMs), timeZone) > day;
  return isSunday && isEvening ? day : undefined;
}

async function sendTo(deps: Deps, recipient: WeekRecipient, sunday: string): Promise<boolean> {
  const facts = await factsOf(deps, { userId: recipient.id, role: 'user' });
  if (facts.length === 0) return false;
  await inTransaction(deps.db, (trx) =>
    queueEmail(deps, trx, weekInHandsEmail(recipient, { sunday, facts }, deps.appUrl())),
  );
  return true;
}

/** The content of the email, as labels and values. */
async function factsOf(deps: Deps, student: Actor): Promise<(readonly [string, string])[]> {
  const [{ due }, answers, homework, improved, next] = await Promise.all([
    getPractice(deps, student),
    readNewAnswers(deps, student),
    listHomework(deps, student),
    findImproved(deps, student),
    getNextStudy(deps, student),
  ]);
  const open = homework.filter(({ doneAt }) => doneAt === null).length;
  const facts: (readonly [string, string])[] = [];
  if (due.length > 0) facts.push(['Drills due', `${due.length}, about ${minutesOf(due.length)} min`]);
  if (answers.count > 0) facts.push(['New answers from a coach', String(answers.count)]);
  if (open > 0) facts.push(['Homework to do', String(open)]);
  if (improved) facts.push(['Score that rose the most', improved]);
  // A recommendation alone is no reason for an email.
  if (facts.length > 0 && next) facts.push(['Study next', next.title]);
  return facts;
}

/** The leak that improved the most in the last seven days, such as "River calls, from 41% to 55%". */
async function findImproved(deps: Deps, student: Actor): Promise<string | undefined> {
  const changes = await leakChanges(deps, student, new Date(deps.now().getTime() - 7 * dayMs));
  const [best] = changes
    .flatMap(({ leak, percent, percentBefore: was }) =>
      was === null ? [] : [{ leak, percent, was, gain: percent - was }],
    )
    .filter(({ gain }) => gain >= noticeablePercent)
    .toSorted((one, other) => other.gain - one.gain);
  return best && `${leakName(best.leak)}, from ${best.was}% to ${best.percent}%`;
}
