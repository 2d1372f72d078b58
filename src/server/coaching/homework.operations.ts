import type { z } from 'zod';
import {
  type Homework,
  homeworkBounds,
  type Material,
  type SetHomeworkInput,
  type setHomeworkDoneInput,
  type TitledMaterial,
} from '../../shared/coaching/homework.ts';
import { dayText } from '../../shared/day-text.ts';
import { addDays, localDay } from '../../shared/time-zone.ts';
import type { Actor, CoachActor, RequestMetadata } from '../actor.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound } from '../errors.ts';
import { timeZoneOf } from '../learning/goals/goals.operations.ts';
import { queueEmail, withdrawEmail } from '../messages/email/email.operations.ts';
import { homeworkKey, homeworkSetEmail } from '../messages/email/templates/coaching.ts';
import { notify, withdrawNotification } from '../messages/notifications/notifications.operations.ts';
import { type Db, inTransaction } from '../platform/db/database.ts';
import { pathOfResource } from '../practice/resource-path.ts';
import { listOfferedResources, readResourceTitles } from '../practice/study-resources.operations.ts';
import { findStudent, lockStudent } from './credits.queries.ts';
import {
  countOpenHomework,
  deleteHomework,
  findDecks,
  findHands,
  findHomeworkOf,
  insertHomework,
  lockHomework,
  markHomework,
} from './homework.queries.ts';
import { formerCoach } from './questions.present.ts';
import { isOwnStudent, requireOwnStudent } from './students.operations.ts';

/**
 * What a coach can link homework to: sessions, coaching plans and PDFs in the shop, published decks, and the academy's
 * hands.
 */
export async function listMaterials(deps: Deps, actor: CoachActor): Promise<TitledMaterial[]> {
  const [places, decks, hands] = await Promise.all([
    listOfferedResources(deps, actor),
    findDecks(deps.db),
    findHands(deps.db),
  ]);
  return [...places.map(({ kind, id, title }) => ({ kind, id: String(id), title })), ...decks, ...hands];
}

/**
 * Sets homework for one of the coach's students, who gets an email and a notification. Repeating an id changes nothing.
 * @throws DomainError not_found for other students; invalid_input for an unknown material, and for a due day in the
 * past or more than a year ahead; conflict if the student already has `homeworkBounds.open` pieces to do
 */
export async function setHomework(
  deps: Deps,
  actor: CoachActor,
  input: SetHomeworkInput,
  metadata: RequestMetadata,
): Promise<void> {
  const { id, studentId, text, material, dueOn } = input;
  await requireOwnStudent(deps, actor, studentId);
  const titled = material && (await requireMaterial(deps.db, material));
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    await lockStudent(trx, studentId);
    const student = await findStudent(trx, studentId);
    if (!student) throw notFound('Student');
    requireTodayOrLater(dueOn, localDay(now, student.timeZone));
    const isNew = await insertHomework(trx, {
      id,
      student_id: studentId,
      coach_id: actor.userId,
      text: text.trim(),
      material: material && JSON.stringify(material),
      due_on: dueOn,
      created_at: now,
    });
    if (!isNew) return;
    if ((await countOpenHomework(trx, studentId)) > homeworkBounds.open) {
      throw new DomainError(
        'conflict',
        `The student has ${homeworkBounds.open} pieces of homework to do. Wait until some are done.`,
      );
    }
    const about = {
      id,
      text: text.trim(),
      dueOn,
      material: titled?.title ?? null,
      coachName: actor.coachName,
    };
    await queueEmail(deps, trx, homeworkSetEmail(student, about, deps.appUrl()));
    await notify(trx, {
      userId: studentId,
      kind: 'homework_set',
      title: `${actor.coachName} gave you homework`,
      body: text.trim(),
      path: '/practice',
      dedupeKey: homeworkKey(id),
      appearsAt: now,
    });
    await recordAudit(trx, homeworkEntry('homework.set', actor, { id, studentId }, metadata));
  });
}

function homeworkEntry(
  action: 'homework.set' | 'homework.withdrawn',
  actor: CoachActor,
  { id, studentId }: { id: string; studentId: string },
  metadata: RequestMetadata,
): AuditEntry {
  return {
    actorId: actor.userId,
    action,
    subjectType: 'homework',
    subjectId: id,
    metadata,
    details: { userId: studentId },
  };
}

/** The materials with their titles, without those that the academy does not offer. */
async function readTitles(db: Db, materials: readonly Material[]): Promise<TitledMaterial[]> {
  const idsOf = (wanted: Material['kind']) =>
    materials.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  // A study resource is a session, a coaching plan or a PDF.
  const resources = materials.flatMap(({ kind, id }) =>
    kind === 'deck' || kind === 'hand' ? [] : [{ kind, id: Number(id) }],
  );
  const [ofResources, decks, hands] = await Promise.all([
    readResourceTitles(db, resources),
    findDecks(db, idsOf('deck')),
    findHands(db, idsOf('hand')),
  ]);
  return [...ofResources.map((resource) => ({ ...resource, id: String(resource.id) })), ...decks, ...hands];
}

function titleOf(titles: readonly TitledMaterial[], material: Material | null): TitledMaterial | undefined {
  return titles.find(({ kind, id }) => kind === material?.kind && id === material.id);
}

async function requireMaterial(db: Db, material: Material): Promise<TitledMaterial> {
  const found = titleOf(await readTitles(db, [material]), material);
  if (found) return found;
  throw invalidField('material', 'Choose something from the list');
}

/** @param today - the current day in the student's time zone; the coach's day may differ */
function requireTodayOrLater(day: string | null, today: string): void {
  if (day === null || (day >= today && day <= addDays(today, homeworkBounds.daysAhead))) return;
  throw invalidField(
    'dueOn',
    day < today
      ? `The student’s date is ${dayText(today)}. Choose that day or a later one`
      : 'Choose a day at most a year ahead',
  );
}

/** The student's open homework, and the pieces that were done most recently. */
export async function listHomework(deps: Deps, student: Actor): Promise<Homework[]> {
  const [rows, timeZone] = await Promise.all([
    findHomeworkOf(deps.db, student.userId, homeworkBounds.doneShown),
    timeZoneOf(deps, student),
  ]);
  const titles = await readTitles(
    deps.db,
    rows.flatMap(({ material }) => (material ? [material] : [])),
  );
  const today = localDay(deps.now(), timeZone);
  return rows.map((row) => {
    const found = titleOf(titles, row.material);
    return {
      id: row.id,
      coachName: row.coach_name ?? formerCoach,
      text: row.text,
      material: found ? { ...found, path: pathOf(found) } : null,
      dueOn: row.due_on,
      isOverdue: row.done_at === null && row.due_on !== null && row.due_on < today,
      doneAt: row.done_at,
      createdAt: row.created_at,
    };
  });
}

function pathOf({ kind, id }: Material): string {
  if (kind === 'deck') return `/practice/${id}`;
  return kind === 'hand' ? `/hands/${id}` : pathOfResource({ kind, id: Number(id) });
}

/** Marks homework as done, or as open again. Idempotent. @throws DomainError not_found, also for another student's */
export async function setHomeworkDone(
  deps: Deps,
  actor: Actor,
  { id, isDone }: z.infer<typeof setHomeworkDoneInput>,
): Promise<void> {
  const isOwn = await markHomework(deps.db, id, actor.userId, isDone ? deps.now() : null);
  if (!isOwn) throw notFound('Homework');
}

/**
 * Withdraws homework that this coach has set, or that another coach has set for one of this coach's students. Also
 * withdraws the notification, and the email if it was not sent yet.
 * @throws DomainError not_found, also for homework of other students; conflict if the homework is done
 */
export async function removeHomework(
  deps: Deps,
  actor: CoachActor,
  id: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const homework = await lockHomework(trx, id);
    if (!homework) throw notFound('Homework');
    if (
      homework.coach_id !== actor.userId &&
      !(await isOwnStudent(trx, actor, homework.student_id, deps.now()))
    ) {
      throw notFound('Homework');
    }
    if (homework.done_at !== null) throw new DomainError('conflict', 'The student has done this already.');
    await deleteHomework(trx, id);
    await withdrawEmail(trx, homeworkKey(id));
    await withdrawNotification(trx, homework.student_id, homeworkKey(id));
    const about = { id, studentId: homework.student_id };
    await recordAudit(trx, homeworkEntry('homework.withdrawn', actor, about, metadata));
  });
}
