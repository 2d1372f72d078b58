import { escapeHtml } from '../../messages/email/render-email.ts';
import { createZip, type TextFile } from './zip-file.ts';

type Row = Record<string, unknown>;
type Rows = () => AsyncIterable<readonly Row[]>;

export type ExportSection = {
  table: string;
  about: string;
  why: string;
  /** Each call reads all rows from the start, in batches. */
  rows: Rows;
};
export type ExportFile = { name: string; bytes: Uint8Array };

export type ExportContent = {
  /** ISO 8601 timestamp. */
  createdAt: string;
  academyUrl: string;
  sections: readonly ExportSection[];
  files: readonly ExportFile[];
  /** What the export does not contain, one sentence for each omission. */
  missing: readonly string[];
  /**
   * The maximum number of rows in all sections, and roughly the maximum size of the ZIP. What exceeds a limit is
   * omitted, and the HTML page says so.
   */
  limits: { rows: number; bytes: number };
};

/** The part of the remaining bytes that one section may take, so that the sections after it have room. */
const shareOfSection = 0.75;

/**
 * The ZIP of a data export: an HTML page, the same data as JSON, notes, receipts and the user's own files. Holds the
 * complete ZIP in memory, but only one batch of rows at a time.
 */
export async function buildArchive(content: ExportContent): Promise<Buffer> {
  const { createdAt, sections, files, limits } = content;
  const zip = createZip();
  const page = zip.addText('index.html');
  const data = zip.addText('data.json');
  const missing = [...content.missing];
  const room = limits.bytes - files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const hands = new NotedHands();
  let rowsLeft = limits.rows;
  const keptRows = new Map<string, number>();

  await page.write(pageHead(content));
  await data.write(`{\n  "createdAt": ${JSON.stringify(createdAt)}`);
  for (const { table, about, why, rows } of sections) {
    const maxBytes = zip.sizeSoFar() + (room - zip.sizeSoFar()) * shareOfSection;
    await page.write(`<h2>${escapeHtml(about)}</h2><p>${escapeHtml(why)}.</p>`);
    await data.write(`,\n  ${JSON.stringify(table)}: [`);
    let count = 0;
    const isComplete = await everyRow(rows, async (row) => {
      if (count >= rowsLeft || zip.sizeSoFar() > maxBytes) return false;
      await page.write(rowHtml(row));
      await data.write(`${count > 0 ? ',' : ''}\n${indented(row)}`);
      hands.add(table, row);
      count += 1;
      return true;
    });
    if (count === 0) await page.write('<p>None.</p>');
    await data.write(count > 0 ? '\n  ]' : ']');
    rowsLeft -= count;
    keptRows.set(table, count);
    if (isComplete) continue;
    missing.push(
      `${about}: only ${count} entries, because the copy would become too large. Write to us to receive the others.`,
    );
  }
  await data.write('\n}');
  await data.end();

  const writeTexts: WriteTexts = async (file, table, textOf) => {
    const rows = sections.find((section) => section.table === table)?.rows;
    let rowsToRead = keptRows.get(table) ?? 0;
    if (!rows || rowsToRead === 0) return true;
    await everyRow(rows, async (row) => {
      const text = textOf(row);
      if (text !== undefined && zip.sizeSoFar() > room) return false;
      if (text !== undefined) await file.write(text);
      rowsToRead -= 1;
      return rowsToRead > 0;
    });
    return rowsToRead === 0;
  };
  const texts = [
    { name: 'notes.txt', write: (file: TextFile) => writeNotes(file, writeTexts, hands) },
    { name: 'receipts.txt', write: (file: TextFile) => writeReceipts(file, writeTexts) },
  ];
  for (const { name, write } of texts) {
    if (await write(zip.addText(name))) continue;
    missing.push(`${name} is cut, because the copy would become too large. The rest of it is in data.json.`);
  }
  await page.write(pageEnd(files, missing));
  await page.end();
  for (const { name, bytes } of files) await zip.add(`documents/${name}`, bytes);
  return zip.finish();
}

/** Calls `visit` with each row until `visit` returns false. @returns whether `visit` returned true for all rows */
async function everyRow(rows: Rows, visit: (row: Row) => Promise<boolean>): Promise<boolean> {
  for await (const batch of rows()) {
    for (const row of batch) if (!(await visit(row))) return false;
  }
  return true;
}

/** The JSON of a row, indented by two levels, as it stands in `data.json`. */
function indented(row: Row): string {
  return JSON.stringify(row, undefined, 2).replace(/^/gm, '    ');
}

/** The summary lines of the hands that notes refer to. In an export, notes come before hands. */
class NotedHands {
  readonly #noted = new Set<unknown>();
  readonly #lines = new Map<unknown, unknown>();

  add(table: string, row: Row): void {
    if (table === 'session_notes' && row.hand_id !== null) this.#noted.add(row.hand_id);
    if (table === 'hands' && this.#noted.has(row.id)) this.#lines.set(row.id, row.line);
  }

  lineOf(handId: unknown): string | undefined {
    return this.#lines.has(handId) ? `Hand: ${this.#lines.get(handId)}` : undefined;
  }
}

/**
 * Writes the texts of a table's rows, until the ZIP has reached its limit. Omits rows that the JSON does not contain.
 * @returns whether the texts of all rows in the JSON were written
 */
type WriteTexts = (
  file: TextFile,
  table: string,
  textOf: (row: Row) => string | undefined,
) => Promise<boolean>;

/** @returns whether the file is complete */
async function writeNotes(file: TextFile, writeTexts: WriteTexts, hands: NotedHands): Promise<boolean> {
  let isEmpty = true;
  const write = (table: string, about: (row: Row) => string, textOf: (row: Row) => unknown) =>
    writeTexts(file, table, (row) => {
      const text = textOf(row);
      if (typeof text !== 'string' || text === '') return undefined;
      const separator = isEmpty ? '' : '\n---\n\n';
      isEmpty = false;
      return `${separator}${about(row)}\n\n${text}\n`;
    });
  const complete = [
    await write(
      'user_progress',
      (row) => `Session ${row.session_id}`,
      (row) => row.notes,
    ),
    await write('session_notes', placeOf, (row) =>
      [row.text, hands.lineOf(row.hand_id)].filter(Boolean).join('\n'),
    ),
    await write(
      'daily_goals',
      (row) => `Goals for ${row.date}`,
      (row) => row.notes,
    ),
  ];
  if (isEmpty) await file.write('You have no notes on sessions, PDFs or days.\n');
  await file.end();
  return complete.every(Boolean);
}

function placeOf(note: Record<string, unknown>): string {
  if (note.session_id !== null) {
    return `Session ${note.session_id}${note.at_seconds === null ? '' : ` at ${note.at_seconds} s`}`;
  }
  const resource =
    note.pdf_number === null ? `Product ${note.product_id}` : `Coaching plan ${note.pdf_number}`;
  return `${resource}, page ${note.page}`;
}

/** @returns whether the file is complete */
async function writeReceipts(file: TextFile, writeTexts: WriteTexts): Promise<boolean> {
  let isEmpty = true;
  const isComplete = await writeTexts(file, 'billing_payments', (row) => {
    if (row.status === 'failed') return undefined;
    isEmpty = false;
    const amount = (Number(row.amount_cents) / 100).toFixed(2);
    const day = String(row.paid_at).slice(0, 10);
    return `${day}  ${amount} ${String(row.currency).toUpperCase()}  ${row.description}  (${row.status}, receipt ${row.id})\n`;
  });
  if (isEmpty) await file.write('You have made no payments.\n');
  await file.end();
  return isComplete;
}

function pageHead({ createdAt, academyUrl }: ExportContent): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><title>Your data</title><style>',
    ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}',
    'dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;border-top:1px solid #8888;padding-top:.5rem}',
    'dt{color:#808080}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}h2{margin-top:2.5rem}',
    '</style></head><body><h1>Your data</h1>',
    `<p>Your data at ${escapeHtml(new URL(academyUrl).host)} as of ${escapeHtml(createdAt)}. `,
    '<a href="data.json">data.json</a> has it in machine-readable form; your notes on sessions, PDFs and days are in ',
    '<a href="notes.txt">notes.txt</a>, your receipts in <a href="receipts.txt">receipts.txt</a>.</p>',
  ].join('');
}

function pageEnd(files: readonly ExportFile[], missing: readonly string[]): string {
  const fileList = [
    ...files.map(({ name }) => `<li><a href="documents/${escapeHtml(name)}">${escapeHtml(name)}</a></li>`),
    ...missing.map((sentence) => `<li>${escapeHtml(sentence)}</li>`),
  ];
  const list = fileList.length > 0 ? `<ul>${fileList.join('')}</ul>` : '<p>None.</p>';
  return `<h2>Your files</h2>${list}</body></html>`;
}

function rowHtml(row: Row): string {
  const lines = Object.entries(row).map(
    ([name, value]) =>
      `<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd>${escapeHtml(readable(value))}</dd>`,
  );
  return `<dl>${lines.join('')}</dl>`;
}

function readable(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
