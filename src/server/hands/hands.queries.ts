import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { HandFilter } from '../../shared/hands/hands.ts';
import { cardSymbols, parseCards } from '../../shared/poker/playing-card.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { containing } from '../platform/db/like-pattern.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { isBehind, type TimePosition } from '../platform/db/paging.ts';
import type { HandsTable } from '../platform/db/tables/hand-tables.ts';

export type HandRow = Selectable<HandsTable>;

/**
 * A user's hands for a list, newest first, without the column `model`, which contains the whole hand.
 * @param limit - one more than the page size, to see whether there is another page
 */
export async function findHands(
  db: Db,
  ownerId: string,
  filter: HandFilter,
  after: TimePosition | undefined,
  limit: number,
) {
  return (
    matchingHands(db, ownerId, filter)
      .select(['id', 'title', 'line', 'kind', 'verdict', 'starred', 'played_on', 'created_at'])
      .select(['hero_net_units', 'big_units'])
      .select(
        sql<boolean>`note <> '' or exists (select 1 from hand_notes where hand_id = hands.id)`.as('has_note'),
      )
      .select(isAsked.as('is_asked'))
      // As text, because `created_at` is read without microseconds. The next page must begin exactly after this row.
      .select(sql<string>`created_at::text`.as('sorted_at'))
      .where(isBehind({ at: 'created_at', id: 'id' }, '<', after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  );
}

/** How many of a user's hands match, counted up to `limit`. */
export async function countMatchingHands(
  db: Db,
  ownerId: string,
  filter: HandFilter,
  limit: number,
): Promise<number> {
  const row = await db
    .selectFrom(matchingHands(db, ownerId, filter).select('id').limit(limit).as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function matchingHands(db: Db, ownerId: string, filter: HandFilter) {
  const { position, kind, result, label, starred, odd, asked, shared, leak, from, to, q } = filter;
  return db
    .selectFrom('hands')
    .where('owner_id', '=', ownerId)
    .$if(position !== undefined, (rows) => rows.where('hero_position', '=', position ?? ''))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? 'cash'))
    .$if(result !== undefined, (rows) => rows.where('hero_net_units', signs[result ?? 'even'], 0))
    .$if(starred === true, (rows) => rows.where('starred', '=', true))
    .$if(odd === true, (rows) => rows.where('verdict', '=', 'odd'))
    .$if(asked === true, (rows) => rows.where(isAsked))
    .$if(shared === true, (rows) => rows.where(isShared))
    .$if(Boolean(leak), (rows) => rows.where(namesLeak(leak ?? '')))
    .$if(from !== undefined, (rows) => rows.where('played_on', '>=', from ?? ''))
    .$if(to !== undefined, (rows) => rows.where('played_on', '<=', to ?? ''))
    .$if(Boolean(label), (rows) =>
      rows.where(
        sql<boolean>`exists (select 1 from hand_labels l where l.hand_id = hands.id and lower(l.label) = lower(${label}))`,
      ),
    )
    .$if(Boolean(q), (rows) => rows.where(containsWords(q ?? '')));
}

const signs = { won: '>', lost: '<', even: '=' } as const;

const isAsked = sql<boolean>`exists (select 1 from questions where questions.hand_id = hands.id)`;

const isShared = sql<boolean>`exists (
  select 1 from hand_shares where hand_shares.hand_id = hands.id and hand_shares.revoked_at is null)`;

/**
 * Whether a question about the hand, or the coach's answer, names the leak. An answer counts only after the student has
 * read it, so that the filter does not reveal its leak.
 */
const namesLeak = (leak: string) => sql<boolean>`exists (
  select 1 from questions left join coach_answers
    on coach_answers.question_id = questions.id and questions.revealed_at is not null
  where questions.hand_id = hands.id and (questions.leak = ${leak} or coach_answers.leak = ${leak}))`;

/**
 * Whether each of the first eight words occurs in the title, the note, the notes at actions or the summary line. `%`
 * and `_` are literal. A word that consists of cards, such as `AhKd`, also matches these cards in the form of the
 * summary line, `A♥K♦`. Two cards match in either order.
 */
function containsWords(q: string) {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8);
  const conditions = words.map((word) => {
    const pattern = containing(word);
    // Two lower-case letters are not searched for as a card, because `as` and `ad` are words.
    const cards = (/^[a-z]{2}$/.test(word) ? undefined : parseCards(word))?.map(cardSymbols) ?? [];
    const orders = cards.length === 2 ? [cards, cards.toReversed()] : cards.length > 0 ? [cards] : [];
    const ofCards = orders.map((order) => sql` or line like ${`%${order.join('')}%`}`);
    return sql`(lower(coalesce(title, '') || ' ' || note || ' ' || line) like ${pattern} or exists (
      select 1 from hand_notes n where n.hand_id = hands.id and lower(n.text) like ${pattern})
      ${sql.join(ofCards, sql``)})`;
  });
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/**
 * At most 200 of the academy's hands for a list: public hands, newest first, and then, unless `isPublicOnly`, the other
 * hands, newest first.
 */
export async function findAcademyHandItems(db: Db, isPublicOnly: boolean) {
  return db
    .selectFrom('hands')
    .select(['id', 'title', 'line', 'is_public'])
    .where('owner_id', 'is', null)
    .$if(isPublicOnly, (rows) => rows.where('is_public', '=', true))
    .$if(!isPublicOnly, (rows) => rows.orderBy('is_public', 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
}

/** The newest 300 hands of the academy, newest first. */
export function findAcademyHands(db: Db): Promise<HandRow[]> {
  return db
    .selectFrom('hands')
    .selectAll()
    .where('owner_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(300)
    .execute();
}

/** Locks a hand of the academy until the transaction ends. */
export async function lockAcademyHand(trx: Trx, id: string): Promise<HandRow | undefined> {
  return trx
    .selectFrom('hands')
    .selectAll()
    .where('owner_id', 'is', null)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateAcademyHand(
  trx: Trx,
  id: string,
  changes: Updateable<HandsTable>,
): Promise<void> {
  await trx.updateTable('hands').set(changes).where('owner_id', 'is', null).where('id', '=', id).execute();
}

export async function countHands(db: Db | Trx, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('hands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function countWithoutHero(trx: Trx, ownerId: string): Promise<number> {
  const row = await trx
    .selectFrom('hands')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('hero_net_units', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Takes the lock that every transaction takes before it counts and inserts hands or share links of a user. The
 * transaction holds the lock until it ends.
 */
export async function lockHands(trx: Trx, ownerId: string): Promise<void> {
  await lockKey(trx, `hands:${ownerId}`);
}

export async function findHand(db: Db | Trx, id: string): Promise<HandRow | undefined> {
  return db.selectFrom('hands').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Locks a hand until the transaction ends: it cannot be deleted and its text cannot be parsed again, but it can be
 * edited. Several transactions can hold this lock at the same time; see also `lockHandNotes`.
 */
export async function lockParsedHand(trx: Trx, id: string): Promise<HandRow | undefined> {
  return trx.selectFrom('hands').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst();
}

/**
 * Finds the user's stored hands that have one of these keys. A hand that is saved again has the same key.
 * @returns the ids of the hands by `hand_key`
 */
export async function findKnownHands(
  db: Db | Trx,
  ownerId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('hands')
    .select(['id', 'hand_key'])
    .where('owner_id', '=', ownerId)
    .where('hand_key', 'in', [...keys])
    .execute();
  return new Map(rows.flatMap(({ id, hand_key: key }) => (key === null ? [] : [[key, id]])));
}

export async function insertHands(
  trx: Trx,
  hands: readonly (Insertable<HandsTable> & { id: string })[],
): Promise<void> {
  if (hands.length > 0)
    await trx
      .insertInto('hands')
      .values([...hands])
      .execute();
}

/**
 * Locks the user's notes on a hand, also those at its actions, until the transaction ends.
 * @returns the note on the whole hand; undefined for an unknown hand and for a hand of another user
 */
export async function lockHandNotes(
  trx: Trx,
  ownerId: string,
  id: string,
): Promise<Pick<HandRow, 'note'> | undefined> {
  return trx
    .selectFrom('hands')
    .select('note')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Changes a hand that is locked by `lockHandNotes`. */
export async function updateHandRow(trx: Trx, id: string, changes: Updateable<HandsTable>): Promise<void> {
  await trx.updateTable('hands').set(changes).where('id', '=', id).execute();
}

/** Deletes the hands with these ids that belong to the user. @returns how many were deleted */
export async function deleteHands(db: Db, ownerId: string, ids: readonly string[]): Promise<number> {
  const result = await db
    .deleteFrom('hands')
    .where('owner_id', '=', ownerId)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function findHandNotes(db: Db | Trx, handId: string) {
  return db
    .selectFrom('hand_notes')
    .select(['at_action', 'text'])
    .where('hand_id', '=', handId)
    .orderBy('at_action')
    .execute();
}

export async function saveHandNote(
  trx: Trx,
  note: { handId: string; atAction: number; text: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('hand_notes')
    .values({ hand_id: note.handId, at_action: note.atAction, text: note.text, updated_at: note.now })
    .onConflict((conflict) =>
      conflict.columns(['hand_id', 'at_action']).doUpdateSet({ text: note.text, updated_at: note.now }),
    )
    .execute();
}

export async function deleteHandNote(trx: Trx, handId: string, atAction: number): Promise<void> {
  await trx
    .deleteFrom('hand_notes')
    .where('hand_id', '=', handId)
    .where('at_action', '=', atAction)
    .execute();
}

export async function findHandLabels(db: Db, handId: string) {
  return db
    .selectFrom('hand_labels')
    .select(['seat', 'label'])
    .where('hand_id', '=', handId)
    .orderBy('seat')
    .execute();
}

/** Labels that the user gave to opponents, most used first. Of labels that differ only in case, one is returned. */
export async function findOwnLabels(db: Db, ownerId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('hand_labels')
    .innerJoin('hands', 'hands.id', 'hand_labels.hand_id')
    .select((eb) => eb.fn.min('hand_labels.label').as('label'))
    .where('hands.owner_id', '=', ownerId)
    .groupBy(sql`lower(hand_labels.label)`)
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('label')
    .limit(limit)
    .execute();
  return rows.map(({ label }) => label);
}

export async function saveHandLabel(trx: Trx, handId: string, seat: number, label: string): Promise<void> {
  await trx
    .insertInto('hand_labels')
    .values({ hand_id: handId, seat, label })
    .onConflict((conflict) => conflict.columns(['hand_id', 'seat']).doUpdateSet({ label }))
    .execute();
}

export async function deleteHandLabel(trx: Trx, handId: string, seat: number): Promise<void> {
  await trx.deleteFrom('hand_labels').where('hand_id', '=', handId).where('seat', '=', seat).execute();
}
