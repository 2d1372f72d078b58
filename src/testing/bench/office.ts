import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from './hot-paths.ts';
import { median } from './load.ts';
import { type Ask, asksOf, type Found, type Input } from './office-asks.ts';

export type Place = { url: string; cookie: string; users: number };

async function ask<Answer>(place: Place, path: string, input?: Input): Promise<Answer> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await fetch(`${place.url}/trpc/${path}${query}`, { headers: { cookie: place.cookie } });
  const body = (await answer.json()) as { result?: { data: Answer } };
  if (!answer.ok || !body.result)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body.result.data;
}

/** Reads a file up to its first byte. @returns milliseconds */
async function begin(place: Place, path: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${place.url}${path}`, { headers: { cookie: place.cookie } });
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  const waited = performance.now() - started;
  await reader?.cancel();
  if (answer.status === 503) {
    // The server still ends the export that was canceled before this one.
    await sleep(50);
    return begin(place, path);
  }
  if (!answer.ok || !first?.value) throw new Error(`${path} answered ${answer.status}`);
  return waited;
}

async function measure(place: Place, { path, input }: Ask): Promise<number> {
  if (path.startsWith('/')) return begin(place, path);
  const started = performance.now();
  await ask(place, path, input);
  return performance.now() - started;
}

async function findIds(place: Place): Promise<Found> {
  type Items<Item> = { items: Item[] };
  const first = async <Item>(path: string, input: Input) => {
    const [item] = (await ask<Items<Item>>(place, path, input)).items;
    if (item === undefined) throw new Error(`${path} is empty`);
    return item;
  };
  const payment = await first<{ userId: string; paymentId: string }>('admin.payments.search', {
    type: 'membership',
  });
  const materials = await ask<{ kind: string; id: number; opened: number }[]>(
    place,
    'admin.learning.materials',
  );
  const [session] = materials
    .filter(({ kind }) => kind === 'session')
    .sort((one, other) => other.opened - one.opened);
  return {
    ...payment,
    caseId: (await first<{ id: string }>('admin.kyc.queue', { status: 'open' })).id,
    messageId: (await first<{ id: string }>('admin.contact.list', { filter: 'all' })).id,
    sessionId: session?.id ?? 0,
  };
}

/** Walks to the last page. @returns its input; undefined if the first one is the last */
async function lastPage(place: Place, { path, input = {} }: Ask): Promise<Input | undefined> {
  type Page = { nextCursor?: string | null; next?: string | null };
  let last: Input | undefined;
  for (;;) {
    const { nextCursor, next } = await ask<Page>(place, path, last ?? input);
    if (next) last = { ...input, after: next };
    else if (nextCursor) last = { ...input, cursor: nextCursor };
    else return last;
  }
}

/** The audit log is too long to walk: its cursors are the numbers of its entries, counted from 1. */
async function lastOf(place: Place, one: Ask): Promise<Ask | undefined> {
  const input = one.path === 'admin.audit.list' ? { cursor: '40' } : await lastPage(place, one);
  return input && { ...one, name: `${one.name}, last page`, input };
}

/**
 * Measures how long an admin waits for each list and page, in a large academy and in a small one.
 * @param which.only names of the lists and pages
 */
export async function measureOffice(
  large: Place,
  small: Place,
  { rounds, only }: { rounds: number; only: RegExp },
  printStep: (step: string) => void = () => undefined,
): Promise<Row[]> {
  const asks = { large: asksOf(await findIds(large)), small: asksOf(await findIds(small)) };
  const rows: Row[] = [];
  for (const [at, one] of asks.large.entries()) {
    const other = asks.small[at];
    if (!other) throw new Error('both academies have the same requests');
    if (!only.test(one.name)) continue;
    const pair = { large: one, small: { ...other, ...(other.inSmall && { input: other.inSmall }) } };
    rows.push(await compare(pair, { large, small }, rounds));
    const last = one.last && { large: await lastOf(large, one), small: await lastOf(small, other) };
    if (last?.large && last.small) {
      rows.push(await compare({ large: last.large, small: last.small }, { large, small }, rounds));
    }
    const { path, academy, bare, ratio } = rows.at(-1) ?? {};
    printStep(`  ${path}: ${academy}, ${bare}, ${ratio?.toFixed(2)}`);
  }
  return rows;
}

async function compare(
  pair: { large: Ask; small: Ask },
  places: { large: Place; small: Place },
  rounds: number,
): Promise<Row> {
  const waits = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < rounds + 5; round += 1) {
    // In turns, and each side first in every other round.
    const sides = ['large', 'small'] as const;
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const waited = await measure(places[side], pair[side]);
      // The first rounds are warm-up.
      if (round >= 5) waits[side].push(waited);
    }
  }
  const seen = { large: median(waits.large), small: median(waits.small) };
  return {
    path: pair.large.name,
    reference: `the same with ${places.small.users.toLocaleString('en')} users`,
    academy: `${seen.large.toFixed(1)} ms`,
    bare: `${seen.small.toFixed(1)} ms`,
    ratio: seen.large / seen.small,
    target: { atMost: 1.5 },
  };
}
