import { strToU8, type Zippable, zipSync } from 'fflate';
import { escapeHtml } from '../../messages/email/render-email.ts';

export type ExportSection = {
  table: string;
  about: string;
  why: string;
  rows: Record<string, unknown>[];
};
export type ExportFile = { name: string; bytes: Uint8Array };

export type ExportContent = {
  /** ISO 8601 timestamp. */
  createdAt: string;
  academyUrl: string;
  sections: ExportSection[];
  files: ExportFile[];
  /** What is missing, one sentence each. */
  missing: string[];
};

/** The ZIP of a data export: an HTML page, the same data as JSON, notes, receipts and the user's own files. */
export function buildArchive(content: ExportContent): Uint8Array {
  const data = {
    createdAt: content.createdAt,
    ...Object.fromEntries(content.sections.map(({ table, rows }) => [table, rows])),
  };
  const entries: Zippable = {
    'index.html': strToU8(readablePage(content)),
    'data.json': strToU8(JSON.stringify(data, undefined, 2)),
    'notes.txt': strToU8(notesOf(content.sections)),
    'receipts.txt': strToU8(receiptsOf(content.sections)),
  };
  // The formats of these files are compressed already.
  for (const { name, bytes } of content.files) entries[`documents/${name}`] = [bytes, { level: 0 }];
  return zipSync(entries, { level: 6 });
}

function rowsOf(sections: readonly ExportSection[], table: string): Record<string, unknown>[] {
  return sections.find((section) => section.table === table)?.rows ?? [];
}

function notesOf(sections: readonly ExportSection[]): string {
  const lines = new Map(rowsOf(sections, 'hands').map(({ id, line }) => [id, `Hand: ${line}`]));
  const notes = [
    ...rowsOf(sections, 'user_progress').map((row) => ({
      about: `Session ${row.session_id}`,
      text: row.notes,
    })),
    ...rowsOf(sections, 'session_notes').map((row) => ({
      about: placeOf(row),
      text: [row.text, lines.get(row.hand_id)].filter(Boolean).join('\n'),
    })),
    ...rowsOf(sections, 'daily_goals').map((row) => ({ about: `Goals for ${row.date}`, text: row.notes })),
  ].filter(({ text }) => typeof text === 'string' && text !== '');
  if (notes.length === 0) return 'You have no notes on sessions, PDFs or days.\n';
  return notes.map(({ about, text }) => `${about}\n\n${text}\n`).join('\n---\n\n');
}

function placeOf(note: Record<string, unknown>): string {
  if (note.session_id !== null) {
    return `Session ${note.session_id}${note.at_seconds === null ? '' : ` at ${note.at_seconds} s`}`;
  }
  const resource =
    note.pdf_number === null ? `Product ${note.product_id}` : `Coaching plan ${note.pdf_number}`;
  return `${resource}, page ${note.page}`;
}

function receiptsOf(sections: readonly ExportSection[]): string {
  const payments = rowsOf(sections, 'billing_payments').filter(({ status }) => status !== 'failed');
  if (payments.length === 0) return 'You have made no payments.\n';
  return payments
    .map((row) => {
      const amount = (Number(row.amount_cents) / 100).toFixed(2);
      const day = String(row.paid_at).slice(0, 10);
      return `${day}  ${amount} ${String(row.currency).toUpperCase()}  ${row.description}  (${row.status}, receipt ${row.id})\n`;
    })
    .join('');
}

function readablePage({ createdAt, academyUrl, sections, files, missing }: ExportContent): string {
  const fileList = [
    ...files.map(({ name }) => `<li><a href="documents/${escapeHtml(name)}">${escapeHtml(name)}</a></li>`),
    ...missing.map((sentence) => `<li>${escapeHtml(sentence)}</li>`),
  ];
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><title>Your data</title><style>',
    'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}',
    'dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;border-top:1px solid #8888;padding-top:.5rem}',
    'dt{color:#808080}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}h2{margin-top:2.5rem}',
    '</style></head><body><h1>Your data</h1>',
    `<p>Your data at ${escapeHtml(new URL(academyUrl).host)} as of ${escapeHtml(createdAt)}. `,
    '<a href="data.json">data.json</a> has it in machine-readable form; your notes on sessions, PDFs and days are in ',
    '<a href="notes.txt">notes.txt</a>, your receipts in <a href="receipts.txt">receipts.txt</a>.</p>',
    ...sections.map(sectionHtml),
    '<h2>Your files</h2>',
    fileList.length > 0 ? `<ul>${fileList.join('')}</ul>` : '<p>None.</p>',
    '</body></html>',
  ].join('');
}

function sectionHtml({ about, why, rows }: ExportSection): string {
  const list = rows.map((row) => {
    const lines = Object.entries(row).map(
      ([name, value]) =>
        `<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd>${escapeHtml(readable(value))}</dd>`,
    );
    return `<dl>${lines.join('')}</dl>`;
  });
  return `<h2>${escapeHtml(about)}</h2><p>${escapeHtml(why)}.</p>${list.join('') || '<p>None.</p>'}`;
}

function readable(value: unknown): string {
  if (value === null || value === undefined) return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
