import type { Row } from './hot-paths.ts';
import { median } from './load.ts';

export type Place = { url: string; cookie: string; users: number };

type Ask = { name: string; path: string; input: Record<string, unknown>; inSmall?: Record<string, unknown> };

/**
 * The requests of an admin. Searches use commoner words in the small academy, so that both return a full page: a full
 * page takes longer than an empty one at any size.
 */
const asks: readonly Ask[] = [
  { name: 'Users, newest', path: 'admin.users.list', input: {} },
  { name: 'Users by name', path: 'admin.users.list', input: { sort: 'name' } },
  { name: 'Users last seen', path: 'admin.users.list', input: { sort: 'seen' } },
  { name: 'Users, approved', path: 'admin.users.list', input: { kyc: 'approved' } },
  { name: 'Users on gold', path: 'admin.users.list', input: { plan: 'gold' } },
  {
    name: 'Users, part of a name',
    path: 'admin.users.list',
    input: { q: 'zoe woodwell' },
    inSmall: { q: 'mar' },
  },
  {
    name: 'Users, part of an address',
    path: 'admin.users.list',
    input: { q: '777@mail' },
    inSmall: { q: '@mail' },
  },
  { name: 'Users, one found', path: 'admin.users.list', input: { q: '777777@' }, inSmall: { q: '777@' } },
  { name: 'Payments, refunded', path: 'admin.payments.search', input: { status: 'refunded' } },
  {
    name: 'Payments of a month',
    path: 'admin.payments.search',
    input: { from: '2025-11-01', to: '2025-11-30' },
  },
  {
    name: 'Payments, part of an address',
    path: 'admin.payments.search',
    input: { q: '777@mail' },
    inSmall: { q: '@mail' },
  },
  { name: 'Review queue, open', path: 'admin.kyc.queue', input: {} },
  { name: 'Review queue, rejected', path: 'admin.kyc.queue', input: { status: 'rejected' } },
  {
    name: 'Review queue, part of a name',
    path: 'admin.kyc.queue',
    input: { status: 'all', q: 'zoe wood' },
    inSmall: { status: 'all', q: 'er' },
  },
  { name: 'Audit log', path: 'admin.audit.list', input: {} },
  { name: 'Audit log, one action', path: 'admin.audit.list', input: { action: 'kyc.rejected' } },
  { name: 'Payments', path: 'admin.payments.search', input: {} },
  { name: 'Payments, memberships', path: 'admin.payments.search', input: { type: 'membership' } },
  { name: 'Products with sold copies', path: 'admin.products.list', input: {} },
  { name: "Dashboard's figures", path: 'admin.dashboard.analytics', input: {} },
];

async function ask<Answer>(place: Place, path: string, input: Record<string, unknown>): Promise<Answer> {
  const query = encodeURIComponent(JSON.stringify(input));
  const answer = await fetch(`${place.url}/trpc/${path}?input=${query}`, {
    headers: { cookie: place.cookie },
  });
  const body = (await answer.json()) as { result?: { data: Answer } };
  if (!answer.ok || !body.result) throw new Error(`${path} answered ${answer.status}`);
  return body.result.data;
}

/** A page from the middle, twenty pages after the first. */
async function deepPage(place: Place): Promise<Ask> {
  type Page = { nextCursor: string | null };
  let cursor: string | undefined;
  for (let steps = 0; steps < 20; steps += 1) {
    const { nextCursor } = await ask<Page>(place, 'admin.users.list', cursor === undefined ? {} : { cursor });
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return { name: 'Users, twenty pages on', path: 'admin.users.list', input: { cursor } };
}

/** Measures how long an admin waits for a page, in a large academy and in a small one. */
export async function measureAdminLists(large: Place, small: Place, rounds: number): Promise<Row[]> {
  const deep = { large: await deepPage(large), small: await deepPage(small) };
  const rows: Row[] = [];
  for (const each of [
    ...asks.map((one) => ({ large: one, small: { ...one, input: one.inSmall ?? one.input } })),
    deep,
  ]) {
    const waits = { large: [] as number[], small: [] as number[] };
    for (let round = 0; round < rounds + 5; round += 1) {
      for (const [side, place] of [
        ['large', large],
        ['small', small],
      ] as const) {
        const started = performance.now();
        await ask(place, each[side].path, each[side].input);
        // The first rounds are warm-up.
        if (round >= 5) waits[side].push(performance.now() - started);
      }
    }
    const seen = { large: median(waits.large), small: median(waits.small) };
    rows.push({
      path: each.large.name,
      reference: `the same with ${small.users.toLocaleString('en')} users`,
      academy: `${seen.large.toFixed(1)} ms`,
      bare: `${seen.small.toFixed(1)} ms`,
      ratio: seen.large / seen.small,
      target: { atMost: 2 },
    });
  }
  return rows;
}
