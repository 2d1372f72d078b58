import { sql } from 'kysely';
import { fractionOf, idSql, pick } from '../../server/demo/seed-sql.ts';
import type { Deps } from '../../server/deps.ts';
import { storeAcademyHand } from '../../server/hands/academy-hands.operations.ts';
import { saveSpot } from '../../server/hands/spots.queries.ts';
import { inTransaction } from '../../server/platform/db/database.ts';
import { todayOf } from '../../server/practice/daily/daily.operations.ts';
import { insertPlanned } from '../../server/practice/daily/daily.queries.ts';
import { academyHands, buildAcademyHand } from '../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import { leakIds } from '../../shared/practice/leaks.ts';

const decks = 100;
const drills = 6_000;
/** How many drills the student has answered; about half of them are due. */
const answered = 5_000;
const attemptsPerDrill = 4;
/** For each other user, this many answered drills are chosen at random. A drill that is chosen twice counts once. */
const answeredByOthers = 100;

/** SQL for a pseudorandom fraction, the same in each run; each use has a number of its own, such as 204. */
const fraction = fractionOf(1);
const deck = idSql(1, 'deck', `(1 + n % ${decks})`);
const drill = idSql(1, 'drill');
const anyDrill = idSql(1, 'drill', `(1 + floor(${fraction(204)} * ${drills})::int)`);

const statements = [
  `insert into decks (id, kind, title, code, published_at, created_at)
    select ${idSql(1, 'deck')}, 'coach', 'Deck ' || n, translate(lpad(n::text, 8, 'z'), '01', 'ab'), now(), now()
    from generate_series(1, ${decks}) n`,
  `insert into drills (id, deck_id, kind, leak, created_at)
    select ${drill}, ${deck}, 'choice', ${pick(leakIds, fraction(201))}, now() from generate_series(1, ${drills}) n`,
  `insert into drill_versions (drill_id, version, prompt, body, options, reason, created_at)
    select ${drill}, 1, 'How often must a call win?', '{"kind": "choice"}',
      '[{"label": "A half", "weight": 0, "why": ""}, {"label": "A third", "weight": 100, "why": ""}]',
      repeat('You pay one to win two. ', 10), now()
    from generate_series(1, ${drills}) n`,
];

const stateColumns = '(user_id, drill_id, due_on, stability, difficulty, reps, lapses, last_on, last_rating)';
const stateValues = `current_date + floor((${fraction(202)} - 0.5) * 60)::int, 1 + 60 * ${fraction(203)}, 5, ${attemptsPerDrill}, 1,
  current_date - 30, 1 + floor(${fraction(205)} * 4)::int`;

const ofStudent = (student: string) => [
  `insert into drill_states ${stateColumns}
    select ${student}, ${drill}, ${stateValues} from generate_series(1, ${answered}) n`,
  `insert into drill_tries (id, user_id, drill_id, version, chosen, score, rating, leak, took_ms, at, day, retention)
    select ${idSql(1, 'try', `(n || '.' || turn)`)}, ${student}, ${drill}, 1, (score = 100)::int, score, 1 + score / 50,
      leak, 9000, at, at::date, 90
    from generate_series(1, ${answered}) n cross join generate_series(1, ${attemptsPerDrill}) turn
      cross join lateral (select case when ${fraction(206, 'n + 10000 * turn')} < 0.4 then 0 else 100 end as score,
        now() - interval '1 hour' - interval '700 days' * ${fraction(207, 'n + 10000 * turn')} as at) answer
      join drills on drills.id = ${drill}`,
];

const ofOthers = (student: string) =>
  `insert into drill_states ${stateColumns}
    select users.id, ${anyDrill}, ${stateValues}
    from (select id, row_number() over (order by id) as number from users where id <> ${student}) users,
      generate_series(1, ${answeredByOthers}) turn, lateral (select users.number * 1000 + turn as n) numbered
    on conflict do nothing`;

/**
 * Adds decks with drills, thousands of answers of the student, answers of all other users, and the hand of the day for
 * today.
 */
export async function seedPractice(deps: Deps, studentId: string): Promise<void> {
  const student = `'${studentId}'::uuid`;
  await inTransaction(deps.db, async (trx) => {
    for (const statement of [...statements, ...ofStudent(student), ofOthers(student)]) {
      await sql.raw(statement).execute(trx);
    }
  });
  await addHandOfTheDay(deps, studentId);
  await sql`vacuum analyze`.execute(deps.db);
}

async function addHandOfTheDay(deps: Deps, userId: string): Promise<void> {
  const [source] = academyHands;
  if (!source) throw new Error('the academy has no hands');
  const { title, hand } = buildAcademyHand(source);
  const handId = await storeAcademyHand(deps, { title, hand });
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const spotId = await saveSpot(trx, { handId, atAction: decisionsOf(hand)[0] ?? 0, userId, now });
    await insertPlanned(trx, {
      day: todayOf(deps),
      spot_id: spotId,
      question: 'What do you do?',
      options: JSON.stringify([
        { label: 'Fold', weight: 100, why: '' },
        { label: 'Call', weight: 0, why: '' },
      ]),
      reason: 'Count the combinations before you look at the price.',
      leak: null,
      product_id: null,
      created_by: null,
      created_at: now,
      updated_at: now,
    });
  });
}
