import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../../testing/test-db.ts';
import { openDatabase } from './database.ts';
import { migrateToLatest, migrateUpTo } from './migrate.ts';

type Announcement = { plan: string; priceCents: number; at: string };

let database: ReturnType<typeof openDatabase>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const empty = await emptyDatabase();
  drop = empty.drop;
  database = openDatabase(empty.connection, () => undefined);
});
afterAll(async () => {
  await database.close();
  await drop();
});

/** A plan whose amounts were last changed then. */
async function setPlan(plan: string, priceCents: number, updatedAt: string): Promise<void> {
  await sql`update plans set price_cents = ${priceCents}, updated_at = ${updatedAt} where plan = ${plan}`.execute(
    database.db,
  );
}

async function announce({ plan, priceCents, at }: Announcement): Promise<void> {
  const details = JSON.stringify({ priceCents, told: 1, from: at });
  await sql`insert into audit_log (at, action, subject_type, subject_id, details)
    values (${at}, 'plan.price_announced', 'plan', ${plan}, ${details}::jsonb)`.execute(database.db);
}

describe('a database of before plans knew of announced prices', () => {
  it('keeps for all subscribers what was announced last and not touched since, and nothing doubtful', async () => {
    await migrateUpTo(database.db, '2026-11-21T1550-scale');
    // Announced twice at today's price, after another price.
    await setPlan('silver', 500, '2026-11-01T10:00:00Z');
    await announce({ plan: 'silver', priceCents: 300, at: '2026-10-01T10:00:00Z' });
    await announce({ plan: 'silver', priceCents: 500, at: '2026-11-02T10:00:00Z' });
    await announce({ plan: 'silver', priceCents: 500, at: '2026-11-05T10:00:00Z' });
    // Announced, changed, and changed back: new subscribers alone.
    await announce({ plan: 'gold', priceCents: 700, at: '2026-11-02T10:00:00Z' });
    await setPlan('gold', 700, '2026-11-06T10:00:00Z');
    // Another price than that of today was announced.
    await setPlan('diamond', 1_200, '2026-11-01T10:00:00Z');
    await announce({ plan: 'diamond', priceCents: 1_100, at: '2026-11-03T10:00:00Z' });
    await sql`insert into audit_log (at, action, subject_type, subject_id, details)
      values ('2026-11-04T10:00:00Z', 'plan.amounts_changed', 'plan', 'diamond', '{"priceCents": 1200}'::jsonb)`.execute(
      database.db,
    );

    expect(await migrateToLatest(database.db)).toContain('2026-11-21T1850-announced-plans');

    const { rows } = await sql<{ plan: string; at: string | null; updated_at: string }>`
      select plan, price_announced_at as at, updated_at from plans where plan in ('silver', 'gold', 'diamond')
      order by plan`.execute(database.db);
    expect(rows.map(({ plan, at }) => [plan, at === null ? null : new Date(at).toISOString()])).toEqual([
      ['diamond', null],
      ['gold', null],
      ['silver', '2026-11-05T10:00:00.000Z'],
    ]);
    // It is no change of the plan.
    expect(rows.map(({ updated_at }) => new Date(updated_at).toISOString())).toEqual([
      '2026-11-01T10:00:00.000Z',
      '2026-11-06T10:00:00.000Z',
      '2026-11-01T10:00:00.000Z',
    ]);
  });
});
