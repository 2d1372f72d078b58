import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { buildArchive, type ExportContent, type ExportSection } from './export-archive.ts';

type Row = Record<string, unknown>;

const section = (table: string, batches: Row[][], onRead?: () => void): ExportSection => ({
  table,
  about: `About ${table}`,
  why: 'To test',
  async *rows() {
    for (const batch of batches) {
      onRead?.();
      yield batch;
    }
  },
});

const files = async (content: Partial<ExportContent>) => {
  const archive = await buildArchive({
    createdAt: '2026-11-29T12:00:00.000Z',
    academyUrl: 'https://academy.example',
    sections: [],
    files: [],
    missing: [],
    limits: { rows: 1_000, bytes: 1_000_000 },
    ...content,
  });
  const texts = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]);
  return { archive, text: Object.fromEntries(texts) as Record<string, string> };
};

/** Rows of random text, which cannot be compressed to less than three quarters of its length. */
const incompressible = (count: number, length: number): Row[] =>
  Array.from({ length: count }, () => ({ text: randomBytes((length * 3) / 4).toString('base64') }));

it('the JSON of an export, which is written row by row, equals the output of `JSON.stringify`', async () => {
  const hands = [[{ id: 'a', note: 'Two\nlines', model: { seats: [1, 2] } }, { id: 'b' }], [{ id: 'ä' }]];
  const { text } = await files({ sections: [section('hands', hands), section('empty', [])] });
  const data = { createdAt: '2026-11-29T12:00:00.000Z', hands: hands.flat(), empty: [] };
  expect(text['data.json']).toBe(JSON.stringify(data, undefined, 2));
  expect(text['index.html']).toContain('<h2>About empty</h2><p>To test.</p><p>None.</p>');
});

it('long texts arrive complete in every file of the archive', async () => {
  const notes = incompressible(30, 20_000).map(({ text }, index) => ({ session_id: index, notes: text }));
  const { text } = await files({
    sections: [section('user_progress', [notes])],
    files: [{ name: 'photo.jpg', bytes: randomBytes(300_000) }],
    limits: { rows: 100, bytes: 10_000_000 },
  });
  expect(text['notes.txt']).toBe(
    notes.map((row) => `Session ${row.session_id}\n\n${row.notes}\n`).join('\n---\n\n'),
  );
  for (const { notes: note } of notes) expect(text['index.html']).toContain(note);
  expect(text['documents/photo.jpg']?.length).toBeGreaterThan(0);
});

it('a section that is too large is cut, the rest of it is not read, and the sections after it remain complete', async () => {
  let read = 0;
  const batches = Array.from({ length: 100 }, () => incompressible(10, 4_000));
  const { archive, text } = await files({
    sections: [section('large', batches, () => (read += 1)), section('small', [[{ id: 1 }, { id: 2 }]])],
    files: [{ name: 'photo.jpg', bytes: randomBytes(200_000) }],
  });
  const data = JSON.parse(text['data.json'] ?? '');
  expect(data.small).toEqual([{ id: 1 }, { id: 2 }]);
  expect(data.large.length).toBeGreaterThan(50);
  expect(data.large.length).toBeLessThan(150);
  expect(read).toBeLessThan(16);
  expect(archive.length).toBeLessThan(1_000_000);
  expect(text['index.html']).toContain(
    `About large: only ${data.large.length} entries, because the copy would become too large.`,
  );
  expect(text['index.html']).not.toContain('About small: only');
});

it.each([
  [3, [3, 0], false],
  [2, [2, 0], true],
  [4, [3, 1], false],
])('only the first %i rows of all sections together are kept', async (rows, counts, isFirstCut) => {
  const { text } = await files({
    sections: [section('a', [[{ n: 1 }, { n: 2 }], [{ n: 3 }]]), section('b', [[{ n: 4 }]])],
    limits: { rows, bytes: 1_000_000 },
  });
  const data = JSON.parse(text['data.json'] ?? '');
  expect([data.a.length, data.b.length]).toEqual(counts);
  expect(text['index.html']?.includes('About a: only 2 entries')).toBe(isFirstCut);
  expect(text['index.html']?.includes('About b: only 0 entries')).toBe(rows < 4);
});

it('the files of notes and receipts contain only rows that are in the JSON, and all of these rows if there is room', async () => {
  const note = (text: string) => ({ session_id: 1, at_seconds: null, hand_id: null, text });
  const payment = (id: string) => ({ id, paid_at: '2026-11-29', amount_cents: 100, currency: 'usd' });
  const { text } = await files({
    sections: [
      section('session_notes', [[note('One'), note('Two')], [note('Three')]]),
      section('billing_payments', [[payment('r1')]]),
    ],
    limits: { rows: 2, bytes: 1_000_000 },
  });
  expect(text['notes.txt']).toBe('Session 1\n\nOne\n\n---\n\nSession 1\n\nTwo\n');
  expect(text['receipts.txt']).toBe('You have made no payments.\n');
  expect(text['index.html']).not.toContain('is cut');
});

it.each([
  ['notes.txt', 'session_notes', { session_id: 1, at_seconds: null, hand_id: null }, 'text', /^Session /gm],
  ['receipts.txt', 'billing_payments', { currency: 'usd' }, 'description', /, receipt /g],
])('%s is cut where the copy would become too large', async (name, table, row, column, entry) => {
  const rows = incompressible(200, 4_000).map(({ text }) => ({ ...row, [column]: text }));
  const { archive, text } = await files({ sections: [section(table, [rows])] });
  expect(archive.length).toBeLessThan(1_000_000);
  const kept = JSON.parse(text['data.json'] ?? '')[table].length;
  const written = text[name]?.match(entry)?.length;
  expect(written).toBeGreaterThan(20);
  expect(written).toBeLessThan(kept);
  expect(text['index.html']).toContain(
    `${name} is cut, because the copy would become too large. The rest of it is in data.json.`,
  );
});
