import { setTimeout as sleep } from 'node:timers/promises';
import { type AdminRequest, type Input, requestsOf, type SampleIds } from './admin-requests.ts';
import { median } from './load.ts';
import type { Row } from './report.ts';

export type AdminTarget = { url: string; cookie: string; users: number };

async function query<Data>(target: AdminTarget, path: string, input?: Input): Promise<Data> {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await fetch(`${target.url}/trpc/${path}${search}`, { headers: { cookie: target.cookie } });
  const body = (await response.json()) as { result?: { data: Data } };
  if (!response.ok || !body.result)
    throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body)}`);
  return body.result.data;
}

/** Requests a file and cancels the download at the first byte. @returns milliseconds until that byte */
async function timeToFirstByte(target: AdminTarget, path: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${target.url}${path}`, { headers: { cookie: target.cookie } });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  const waited = performance.now() - started;
  await reader?.cancel();
  if (response.status === 503) {
    // The server has not yet ended the export that was canceled before this one.
    await sleep(50);
    return timeToFirstByte(target, path);
  }
  if (!response.ok || !first?.value) throw new Error(`${path} returned ${response.status}`);
  return waited;
}

async function measure(target: AdminTarget, { path, input }: AdminRequest): Promise<number> {
  if (path.startsWith('/')) return timeToFirstByte(target, path);
  const started = performance.now();
  await query(target, path, input);
  return performance.now() - started;
}

async function findIds(target: AdminTarget): Promise<SampleIds> {
  type Items<Item> = { items: Item[] };
  const first = async <Item>(path: string, input: Input) => {
    const [item] = (await query<Items<Item>>(target, path, input)).items;
    if (item === undefined) throw new Error(`${path} is empty`);
    return item;
  };
  const payment = await first<{ userId: string; paymentId: string }>('admin.payments.search', {
    type: 'membership',
  });
  const materials = await query<{ kind: string; id: number; opened: number }[]>(
    target,
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

/** Requests page after page. @returns the input of the last page; undefined if the first page is the last one */
async function lastPage(target: AdminTarget, { path, input = {} }: AdminRequest): Promise<Input | undefined> {
  type Page = { nextCursor?: string | null; next?: string | null };
  let last: Input | undefined;
  for (;;) {
    const { nextCursor, next } = await query<Page>(target, path, last ?? input);
    if (next) last = { ...input, after: next };
    else if (nextCursor) last = { ...input, cursor: nextCursor };
    else return last;
  }
}

/**
 * The request for the last page; undefined if there is only one page. The audit log has too many pages to request all.
 * Its cursors are entry numbers, and its last entry has number 1, so cursor 40 leads to its last page.
 */
async function lastOf(target: AdminTarget, one: AdminRequest): Promise<AdminRequest | undefined> {
  const input = one.path === 'admin.audit.list' ? { cursor: '40' } : await lastPage(target, one);
  return input && { ...one, name: `${one.name}, last page`, input };
}

/**
 * Measures how long an admin waits for each list and page, in a large academy and in a small one.
 * @param options.only - matches the names of the lists and pages to measure
 */
export async function measureAdminLists(
  large: AdminTarget,
  small: AdminTarget,
  { rounds, only }: { rounds: number; only: RegExp },
  printStep: (step: string) => void = () => undefined,
): Promise<Row[]> {
  const requests = { large: requestsOf(await findIds(large)), small: requestsOf(await findIds(small)) };
  const rows: Row[] = [];
  for (const [at, one] of requests.large.entries()) {
    const other = requests.small[at];
    if (!other) throw new Error('the academies have different requests');
    if (!only.test(one.name)) continue;
    const pair = { large: one, small: { ...other, ...(other.smallInput && { input: other.smallInput }) } };
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
  pair: { large: AdminRequest; small: AdminRequest },
  targets: { large: AdminTarget; small: AdminTarget },
  rounds: number,
): Promise<Row> {
  const waits = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < rounds + 5; round += 1) {
    // Each round measures both academies. The one that goes first alternates.
    const sides = ['large', 'small'] as const;
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const waited = await measure(targets[side], pair[side]);
      // The first rounds are warm-up.
      if (round >= 5) waits[side].push(waited);
    }
  }
  const seen = { large: median(waits.large), small: median(waits.small) };
  return {
    path: pair.large.name,
    reference: `the same with ${targets.small.users.toLocaleString('en')} users`,
    academy: `${seen.large.toFixed(1)} ms`,
    // In other benchmarks, this column is for a minimal program; in this one, it is for the small academy.
    bare: `${seen.small.toFixed(1)} ms`,
    ratio: seen.large / seen.small,
    target: { atMost: 1.5 },
  };
}
