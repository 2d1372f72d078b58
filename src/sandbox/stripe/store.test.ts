import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IdempotencyRecord } from './records.ts';
import { Store } from './store.ts';

function record(key: string, body: string): IdempotencyRecord {
  return { key, body, endpoint: 'POST /v1/x', paramsHash: '', status: 200, requestId: 'req_1', createdAt: 0 };
}

test('a transaction that throws leaves nothing behind and runs no `afterCommit` callback', () => {
  const store = new Store(undefined);
  const callbacks: string[] = [];
  store.transaction(() => store.put('idempotencyKeys', 'kept', record('kept', 'old')));
  expect(() =>
    store.transaction(() => {
      store.put('idempotencyKeys', 'kept', record('kept', 'new'));
      store.transaction(() => store.put('idempotencyKeys', 'inner', record('inner', 'new')));
      store.afterCommit(() => callbacks.push('failed'));
      throw new Error('failed');
    }),
  ).toThrow('failed');
  expect(store.values('idempotencyKeys').map(({ key, body }) => [key, body])).toEqual([['kept', 'old']]);
  store.transaction(() => store.afterCommit(() => callbacks.push('committed')));
  expect(callbacks).toEqual(['committed']);
});

test('writing outside a transaction is rejected', () => {
  const store = new Store(undefined);
  expect(() => store.put('idempotencyKeys', 'a', record('a', ''))).toThrow('inside a transaction');
});

test('a large journal is compacted at startup without losing records', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-store-'));
  const path = join(folder, 'journal.jsonl');
  const store = new Store(path);
  for (let version = 0; version < 90; version += 1) {
    const body = `${version}${'x'.repeat(100_000)}`;
    store.transaction(() => store.put('idempotencyKeys', 'a', record('a', body)));
  }
  store.transaction(() => store.put('idempotencyKeys', 'b', record('b', 'second')));
  store.close();
  const before = (await stat(path)).size;

  const compacted = new Store(path);
  compacted.transaction(() => compacted.put('idempotencyKeys', 'c', record('c', 'third')));
  compacted.close();
  expect((await stat(path)).size).toBeLessThan(before / 50);

  const again = new Store(path);
  const found = again.values('idempotencyKeys').map(({ key, body }) => [key, body.slice(0, 6)]);
  expect(found).toEqual([
    ['a', '89xxxx'],
    ['b', 'second'],
    ['c', 'third'],
  ]);
  again.close();
  await rm(folder, { recursive: true });
});

test('records of a table that no longer exists are ignored when the journal is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-store-'));
  const path = join(folder, 'journal.jsonl');
  const line = [
    ['discounts', 'di_1', {}],
    ['idempotencyKeys', 'a', record('a', 'kept')],
  ];
  await writeFile(path, `${JSON.stringify(line)}\n`);
  const store = new Store(path);
  expect(store.get('idempotencyKeys', 'a')?.body).toBe('kept');
  store.close();
  await rm(folder, { recursive: true });
});
