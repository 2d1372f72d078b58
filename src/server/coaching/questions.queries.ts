import { type InferResult, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { openStatuses } from '../../shared/coaching/question-status.ts';
import type { LeakId } from '../../shared/practice/leaks.ts';
import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { isBehind, type TimePosition } from '../platform/db/paging.ts';
import type { CoachAnswersTable, QuestionsTable } from '../platform/db/tables/coaching-tables.ts';
import { studentCanLogIn, waitsForCoach } from '../platform/db/waits-for-coach.ts';

export type QuestionRow = Selectable<QuestionsTable>;
/** A question with its hand and the index of the decision; both are null after the hand was deleted. */
export type QuestionWithHand = InferResult<ReturnType<typeof withHands>>[number];
/** `claimed_by_name`: the name of the coach in `claimed_by`. */
export type LockedQuestion = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>;
/** `has_clip`: false without a voice clip, and after it was erased. */
export type AnswerRow = InferResult<ReturnType<typeof answers>>[number];

function withHands(db: Db | Trx) {
  return db
    .selectFrom('questions')
    .leftJoin('hands', 'hands.id', 'questions.hand_id')
    .leftJoin('spots', 'spots.id', 'questions.spot_id')
    .selectAll('questions')
    .select(['hands.model', 'spots.at_action']);
}

export async function insertQuestion(
  trx: Trx,
  question: Insertable<QuestionsTable> & { id: string },
): Promise<void> {
  await trx.insertInto('questions').values(question).execute();
}

export async function findQuestion(db: Db | Trx, id: string): Promise<QuestionWithHand | undefined> {
  return withHands(db).where('questions.id', '=', id).executeTakeFirst();
}

/** Locks a question until the transaction ends. */
export async function lockQuestion(trx: Trx, id: string) {
  return (
    trx
      .selectFrom('questions')
      .selectAll()
      // A subquery, because a join would read the coach's name before the lock is granted, and the claim may change
      // until then.
      .select((eb) =>
        eb
          .selectFrom('coaches')
          .select('display_name')
          .whereRef('user_id', '=', 'questions.claimed_by')
          .as('claimed_by_name'),
      )
      .select(studentCanLogIn.as('student_can_log_in'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  );
}

export async function updateQuestion(
  trx: Trx,
  id: string,
  changes: Updateable<QuestionsTable>,
): Promise<void> {
  await trx.updateTable('questions').set(changes).where('id', '=', id).execute();
}

/** A student's questions, newest first. @param limit - one more than the page size, to see whether more follow */
export async function findQuestionsOf(
  db: Db,
  studentId: string,
  after: TimePosition | undefined,
  limit: number,
) {
  return (
    withHands(db)
      // As text, because `queued_at` is read without microseconds. The next page must begin exactly after this row.
      .select(sql<string>`questions.queued_at::text`.as('sorted_at'))
      .where('questions.student_id', '=', studentId)
      .where(isBehind({ at: 'questions.queued_at', id: 'questions.id' }, '<', after))
      .orderBy('questions.queued_at', 'desc')
      .orderBy('questions.id', 'desc')
      .limit(limit)
      .execute()
  );
}

/**
 * The student's question with the newest unread answer, or with the newest answer if all are read, and the number of
 * unread answers. Answers after `until` do not count.
 */
export async function findNewestAnswered(db: Db, studentId: string, until: Date) {
  return db
    .selectFrom('questions')
    .select(['id', 'answered_at'])
    .select(sql<boolean>`revealed_at is null`.as('is_new'))
    .select(sql<number>`(count(*) filter (where revealed_at is null) over ())::int`.as('unread'))
    .where('student_id', '=', studentId)
    .where('status', '=', 'answered')
    .where('answered_at', '<=', until.toISOString())
    .orderBy('is_new', 'desc')
    .orderBy('answered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Stores that the student has revealed the answer.
 * @returns false if it was stored before, or the coach has undone the answer meanwhile
 */
export async function markRevealed(
  trx: Trx,
  id: string,
  { choice, now, day }: { choice: string | null; now: Date; day: string },
): Promise<boolean> {
  const result = await trx
    .updateTable('questions')
    .set({ revealed_at: now, revealed_on: day, tried: choice })
    .where('id', '=', id)
    .where('status', '=', 'answered')
    .where('revealed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function insertAnswer(trx: Trx, answer: Insertable<CoachAnswersTable>): Promise<void> {
  await trx.insertInto('coach_answers').values(answer).execute();
}

/** The answers of a question, oldest first. */
export async function findAnswers(db: Db | Trx, questionId: string): Promise<AnswerRow[]> {
  return answers(db).where('coach_answers.question_id', '=', questionId).orderBy('round').execute();
}

function answers(db: Db | Trx) {
  return db
    .selectFrom('coach_answers')
    .leftJoin('coaches', 'coaches.user_id', 'coach_answers.created_by')
    .leftJoin('uploads', 'uploads.id', 'coach_answers.voice_upload_id')
    .selectAll('coach_answers')
    .select('coaches.display_name as coach_name')
    .select(sql<boolean>`coalesce(uploads.status <> 'erased', false)`.as('has_clip'));
}

/** Deletes an answer. @returns undefined, and deletes nothing, if this coach did not write it */
export async function deleteAnswer(trx: Trx, answer: { questionId: string; round: 1 | 2; coachId: string }) {
  return trx
    .deleteFrom('coach_answers')
    .where('question_id', '=', answer.questionId)
    .where('round', '=', answer.round)
    .where('created_by', '=', answer.coachId)
    .returning('voice_upload_id as voiceUploadId')
    .executeTakeFirst();
}

/**
 * First answers to other questions about the same leak and street. Those about the same game come first, then those
 * about the same kind (cash game or tournament), then those from the same position, then the newest.
 */
export async function findSimilarAnswers(
  db: Db,
  of: { questionId: string; leak: LeakId; street: QuestionsTable['street']; limit: number },
): Promise<AnswerRow[]> {
  const own = db
    .selectFrom('questions')
    .innerJoin('hands', 'hands.id', 'questions.hand_id')
    .select(['hands.game', 'hands.kind', 'hands.hero_position'])
    .where('questions.id', '=', of.questionId)
    .as('own');
  return answers(db)
    .innerJoin('questions', 'questions.id', 'coach_answers.question_id')
    .leftJoin('hands', 'hands.id', 'questions.hand_id')
    .leftJoin(own, (join) => join.onTrue())
    .where('coach_answers.leak', '=', of.leak)
    .where('coach_answers.round', '=', 1)
    .where('questions.street', '=', of.street)
    .where('questions.id', '!=', of.questionId)
    .orderBy(sql`coalesce(hands.game = own.game, false)`, 'desc')
    .orderBy(sql`coalesce(hands.kind = own.kind, false)`, 'desc')
    .orderBy(sql`coalesce(hands.hero_position = own.hero_position, false)`, 'desc')
    .orderBy('coach_answers.created_at', 'desc')
    .limit(of.limit)
    .execute();
}

/**
 * `recent_questions`: how many questions, including this one, the student asked in the 30 days before it. Withdrawn
 * questions do not count.
 */
export type CoachQuestionRow = InferResult<ReturnType<typeof coachQuestions>>[number];

function coachQuestions(db: Db | Trx) {
  return withHands(db)
    .innerJoin('users', 'users.id', 'questions.student_id')
    .leftJoin('coaches', 'coaches.user_id', 'questions.claimed_by')
    .select(['users.first_name', 'users.last_name', 'coaches.display_name as claimed_by_name'])
    .select(canLogIn.as('student_can_log_in'))
    .select(
      sql<number>`(select count(*)::int from questions other where other.student_id = questions.student_id
        and other.queued_at > questions.queued_at - interval '30 days' and other.queued_at <= questions.queued_at
        and other.status <> 'withdrawn')`.as('recent_questions'),
    );
}

/** Questions that wait for an answer, except the coach's own questions, earliest due time first. */
export async function findQueuedQuestions(
  db: Db,
  coachId: string,
  after: TimePosition | undefined,
  limit: number,
) {
  return coachQuestions(db)
    .select(sql<string>`questions.due_at::text`.as('sorted_at'))
    .where(waitsForCoach)
    .where('questions.student_id', '!=', coachId)
    .where(isBehind({ at: 'questions.due_at', id: 'questions.id' }, '>', after))
    .orderBy('questions.due_at')
    .orderBy('questions.id')
    .limit(limit)
    .execute();
}

export async function findCoachQuestion(db: Db, id: string): Promise<CoachQuestionRow | undefined> {
  return coachQuestions(db).where('questions.id', '=', id).executeTakeFirst();
}

/**
 * Returns claimed questions to the queue if they were claimed at `before` or earlier, or if their coach is no longer
 * active or cannot log in.
 * @param coachId - only the questions that this coach claimed; undefined for all
 * @returns how many claims ended
 */
export async function unclaimBefore(db: Db | Trx, before: Date, coachId?: string): Promise<number> {
  const result = await db
    .updateTable('questions')
    .set({
      status: sql`case when reopened_at is null then 'queued' else 'reopened' end`,
      claimed_by: null,
      claimed_at: null,
    })
    .where('status', '=', 'claimed')
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('claimed_at', '<=', before.toISOString()),
        not(
          exists(
            selectFrom('coaches')
              .innerJoin('users', 'users.id', 'coaches.user_id')
              .select('coaches.user_id')
              .whereRef('coaches.user_id', '=', 'questions.claimed_by')
              .where('coaches.active', '=', true)
              .where(canLogIn),
          ),
        ),
      ]),
    )
    .$if(coachId !== undefined, (rows) => rows.where('claimed_by', '=', coachId ?? ''))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Ends open questions whose hand was deleted. A question that a follow-up reopened already has an answer, and becomes
 * answered; the others become withdrawn.
 * @param studentId - only this student's questions; undefined for all
 * @returns the questions that were withdrawn
 */
export async function endWithoutHand(trx: Trx, studentId: string | undefined) {
  const ended = await trx
    .updateTable('questions')
    .set({
      status: sql`case when reopened_at is null then 'withdrawn' else 'answered' end`,
      claimed_by: null,
      claimed_at: null,
    })
    .where('hand_id', 'is', null)
    .where('status', 'in', [...openStatuses])
    .$if(studentId !== undefined, (rows) => rows.where('student_id', '=', studentId ?? ''))
    .returning(['id', 'student_id', 'status'])
    .execute();
  return ended.filter(({ status }) => status === 'withdrawn');
}
