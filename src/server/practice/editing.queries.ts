import { sql } from 'kysely';
import type { ListDrillsInput } from '../../shared/practice/drill-editor.ts';
import { rightFrom } from '../../shared/practice/drill-rules.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { LeakId } from '../../shared/practice/leaks.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { isBehind, type TimePosition } from '../platform/db/paging.ts';

/** The academy's decks, at most 500, each with the number of its drills that are not archived. */
export async function findAcademyDecks(db: Db) {
  return db
    .selectFrom('decks')
    .select(['decks.id', 'decks.kind', 'decks.title'])
    .select(
      sql<number>`(select count(*) from drills where drills.deck_id = decks.id and drills.archived_at is null)`.as(
        'drills',
      ),
    )
    .where('decks.owner_id', 'is', null)
    .orderBy('decks.sort')
    .orderBy('decks.created_at')
    .limit(500)
    .execute();
}

export async function findAcademyDeck(db: Db | Trx, id: string) {
  return db
    .selectFrom('decks')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', 'is', null)
    .executeTakeFirst();
}

/** Whether a session or PDF exists and is not deleted, or a coaching plan exists. */
export async function resourceExists(db: Db, { kind, id }: StudyResource): Promise<boolean> {
  const row =
    kind === 'plan'
      ? await db.selectFrom('coaching_pdfs').select('id').where('pdf_number', '=', id).executeTakeFirst()
      : await db
          .selectFrom('products')
          .select('id')
          .where('id', '=', id)
          .where('type', '=', kind === 'session' ? 'session' : 'pdf')
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
  return row !== undefined;
}

type FiguresFilter = Pick<ListDrillsInput, 'deckId' | 'leak' | 'list'> & {
  after: TimePosition | undefined;
  limit: number;
};

const reportsOfNewest = sql<number>`(select count(*) from drill_reports
  where drill_reports.drill_id = drills.id and drill_reports.version = drills.version)`;

/**
 * The academy's drills, newest first, with figures of their newest version. Archived drills are only in the list
 * `archived`.
 */
export async function findDrillFigures(db: Db, { deckId, leak, list, after, limit }: FiguresFilter) {
  return db
    .selectFrom('drills')
    .innerJoin('decks', 'decks.id', 'drills.deck_id')
    .innerJoin('drill_versions', (join) =>
      join
        .onRef('drill_versions.drill_id', '=', 'drills.id')
        .onRef('drill_versions.version', '=', 'drills.version'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('drill_tries')
          .select(sql<number>`count(*)`.as('tries'))
          .select(sql<number>`count(*) filter (where score >= ${rightFrom})`.as('right_tries'))
          .select(
            sql<number | null>`percentile_cont(0.5) within group (order by took_ms) / 1000`.as(
              'median_seconds',
            ),
          )
          .whereRef('drill_tries.drill_id', '=', 'drills.id')
          .whereRef('drill_tries.version', '=', 'drills.version')
          .where('drill_tries.taken_back_at', 'is', null)
          .as('figures'),
      (join) => join.onTrue(),
    )
    .select(['drills.id', 'drills.kind', 'drills.leak', 'drills.version', 'drills.archived_at'])
    .select(['decks.title as deck_title', 'drill_versions.prompt', 'drill_versions.body'])
    .select(['figures.tries', 'figures.right_tries', 'figures.median_seconds'])
    .select(reportsOfNewest.as('unclear'))
    .select(sql<string>`drills.created_at::text`.as('sorted_at'))
    .where('decks.owner_id', 'is', null)
    .where('drills.archived_at', list === 'archived' ? 'is not' : 'is', null)
    .$if(list === 'unclear', (rows) => rows.where(reportsOfNewest, '>', 0))
    .$if(deckId !== undefined, (rows) => rows.where('drills.deck_id', '=', deckId ?? ''))
    .$if(leak !== undefined, (rows) => rows.where('drills.leak', '=', leak ?? null))
    .where(isBehind({ at: 'drills.created_at', id: 'drills.id' }, '<', after))
    .orderBy('drills.created_at', 'desc')
    .orderBy('drills.id', 'desc')
    .limit(limit)
    .execute();
}

/** How many students reported a version as unclear. */
export async function countReports(db: Db, drillId: string, version: number): Promise<number> {
  const { reports } = await db
    .selectFrom('drill_reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('drill_id', '=', drillId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return reports;
}

export type DrillFiguresRow = Awaited<ReturnType<typeof findDrillFigures>>[number];

/** Locks a drill of the academy until the transaction ends. */
export async function lockAcademyDrill(trx: Trx, id: string) {
  return trx
    .selectFrom('drills')
    .innerJoin('decks', 'decks.id', 'drills.deck_id')
    .select(['drills.id', 'drills.kind', 'drills.version', 'drills.deck_id'])
    .select(['drills.leak', 'drills.place', 'drills.archived_at', 'drills.question_id'])
    .where('drills.id', '=', id)
    .where('decks.owner_id', 'is', null)
    .forUpdate('drills')
    .executeTakeFirst();
}

export async function updateDrill(
  trx: Trx,
  id: string,
  values: { deck_id: string; leak: LeakId; place: string | null; version: number },
): Promise<void> {
  await trx.updateTable('drills').set(values).where('id', '=', id).execute();
}

export async function lastSort(trx: Trx, deckId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('drills')
    .select(sql<number>`coalesce(max(sort), 0)::integer`.as('last'))
    .where('deck_id', '=', deckId)
    .executeTakeFirstOrThrow();
  return last;
}

/** Deletes the academy's drills that were made from a question. */
export async function deleteDrillsOfQuestion(trx: Trx, questionId: string): Promise<void> {
  await trx
    .deleteFrom('drills')
    .where('question_id', '=', questionId)
    .where('deck_id', 'in', (eb) => eb.selectFrom('decks').select('id').where('owner_id', 'is', null))
    .execute();
}
