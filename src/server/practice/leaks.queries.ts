import { sql } from 'kysely';
import { dayMs } from '../../shared/durations.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import { attemptHalfLifeDays, type LeakAttempts, recentAttempts } from '../../shared/practice/leak-map.ts';
import type { LeakId } from '../../shared/practice/leaks.ts';
import type { Db } from '../platform/db/database.ts';
import { accessibleBy } from '../platform/db/product-ownership.ts';
import { readingFinishedAt } from '../platform/db/reading-finished-at.ts';
import { resourceOfDeck } from './decks.queries.ts';

/** The maximum number of attempts to read, newest first: about eight months of ten minutes of practice a day. */
const maxAttempts = 5_000;

const halfLifeSeconds = (attemptHalfLifeDays * dayMs) / 1_000;

/**
 * For each leak, the number, weighted sums and latest scores of the student's attempts up to `until`. Omits attempts
 * that were taken back, and attempts at deleted drills.
 */
export async function sumLeakAttempts(db: Db, userId: string, until: Date): Promise<LeakAttempts[]> {
  const newest = db
    .selectFrom('drill_tries')
    .select(['score', 'at'])
    // Sorting by bytes takes a fraction of the time that a language's collation takes.
    .select(sql<LeakId | null>`leak collate "C"`.as('leak'))
    // Powers of floats are much faster than those of numerics.
    .select(
      sql<number>`power(0.5::float8, date_part('epoch', ${until} - at) / ${halfLifeSeconds})`.as('weight'),
    )
    .where('user_id', '=', userId)
    .where('leak', 'is not', null)
    .where('drill_id', 'is not', null)
    .where('taken_back_at', 'is', null)
    .where('at', '<=', until.toISOString())
    .orderBy('at', 'desc')
    .limit(maxAttempts);
  return db
    .selectFrom(newest.as('newest'))
    .select((eb) => [eb.ref('leak').$notNull().as('leak'), eb.fn.countAll<number>().as('tries')])
    .select(sql<number>`sum(weight)::float8`.as('weight'))
    .select(sql<number>`sum(weight * score / 100)::float8`.as('points'))
    .select(sql<number[]>`(array_agg(score order by at desc))[1:${recentAttempts}]`.as('recent'))
    .groupBy('leak')
    .execute();
}

/**
 * The leaks that coaches named in their answers, newest first. Answers to a question are left out until the student has
 * revealed the first answer.
 */
export async function findNamedLeaks(db: Db, userId: string, until: Date) {
  return db
    .selectFrom('coach_answers')
    .innerJoin('questions', 'questions.id', 'coach_answers.question_id')
    .select((eb) => [eb.ref('coach_answers.leak').$notNull().as('leak'), 'coach_answers.created_at as at'])
    .select(['questions.id as questionId', 'questions.thought'])
    .where('questions.student_id', '=', userId)
    .where('questions.revealed_at', 'is not', null)
    .where('coach_answers.leak', 'is not', null)
    .where('coach_answers.created_at', '<=', until.toISOString())
    .orderBy('coach_answers.created_at', 'desc')
    .limit(500)
    .execute();
}

export async function findAttemptsOfLeak(db: Db, userId: string, leak: LeakId, limit: number) {
  return db
    .selectFrom('drill_tries')
    .innerJoin('drills', 'drills.id', 'drill_tries.drill_id')
    .innerJoin('drill_versions', (join) =>
      join
        .onRef('drill_versions.drill_id', '=', 'drill_tries.drill_id')
        .onRef('drill_versions.version', '=', 'drill_tries.version'),
    )
    .select(['drill_tries.id', 'drills.id as drillId', 'drills.deck_id as deckId'])
    .select(['drill_versions.prompt', 'drill_tries.score', 'drill_tries.day'])
    .select((eb) => eb('drills.archived_at', 'is not', null).$castTo<boolean>().as('isArchived'))
    .where('drill_tries.user_id', '=', userId)
    .where('drill_tries.leak', '=', leak)
    .where('drill_tries.taken_back_at', 'is', null)
    .orderBy('drill_tries.at', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The sessions, PDFs and coaching plans that treat each of these leaks: for each published drill of the academy about
 * the leak, the one that the drill names and the one to which its deck belongs, if any.
 */
export async function findTaughtLeaks(
  db: Db,
  leaks: readonly LeakId[],
): Promise<{ leak: LeakId; resource: StudyResource }[]> {
  const rows = await db
    .selectFrom('drills')
    .innerJoin('decks', 'decks.id', 'drills.deck_id')
    .select(['drills.leak', 'drills.place', 'decks.kind', 'decks.product_id', 'decks.pdf_number'])
    .distinct()
    .where('decks.owner_id', 'is', null)
    .where('decks.published_at', 'is not', null)
    .where('drills.archived_at', 'is', null)
    .where('drills.leak', '=', sql<LeakId>`any(${leaks})`)
    .execute();
  return rows.flatMap(({ leak, place, ...deck }) =>
    [place, resourceOfDeck(deck)].flatMap((each) => (leak && each ? [{ leak, resource: each }] : [])),
  );
}

/** Products in the shop that have content, and when the student last opened and finished them. */
export async function findProductResources(db: Db, userId: string, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('products')
    .select(['id', 'type', 'title', 'product_number', 'price_cents', 'is_free', 'is_active', 'deleted_at'])
    .select(['estimated_duration as minutes', accessibleBy(userId).as('hasPurchase')])
    .select(
      sql<string | null>`coalesce(
        (select completed_at from user_progress
          where session_id = products.id and user_id = ${userId} and status = 'completed'),
        (select ${readingFinishedAt('reading_positions')} from reading_positions
          where product_id = products.id and user_id = ${userId}))`.as('finished_at'),
    )
    .select(
      sql<string | null>`greatest(
        (select updated_at from user_progress where session_id = products.id and user_id = ${userId}),
        (select updated_at from reading_positions where product_id = products.id and user_id = ${userId}))`.as(
        'opened_at',
      ),
    )
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('is_ready', '=', true)
    .execute();
}

/** Coaching plans that have a file, and when the student last opened and finished them. */
export async function findPlanResources(db: Db, userId: string, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('coaching_pdfs')
    .innerJoin('uploads', (join) =>
      join.onRef('uploads.id', '=', 'coaching_pdfs.file_upload_id').on('uploads.status', '=', 'claimed'),
    )
    .select(['pdf_number as id', 'title', 'required_plan'])
    .select(
      sql<string | null>`(select ${readingFinishedAt('reading_positions')} from reading_positions
        where pdf_number = coaching_pdfs.pdf_number and user_id = ${userId})`.as('finished_at'),
    )
    .select(
      sql<string | null>`(select updated_at from reading_positions
        where pdf_number = coaching_pdfs.pdf_number and user_id = ${userId})`.as('opened_at'),
    )
    .where('pdf_number', 'in', ids)
    .execute();
}
