/**
 * Spreadsheets may run a cell that starts with one of these characters as a formula; some also accept full-width forms.
 * SQL uses the same expression (`escapeCsvFormula`).
 */
export const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  // A number is not a formula, regardless of its sign.
  const inert = typeof value !== 'number' && formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The text without the apostrophe that `toCsv` puts before a formula. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** RFC 4180 text with a UTF-8 byte order mark, so that spreadsheets decode names correctly. */
export function toCsv(columns: readonly string[], rows: Iterable<Record<string, unknown>>): string {
  const lines = [columns.map(csvCell).join(',')];
  for (const row of rows) lines.push(columns.map((column) => csvCell(row[column])).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
