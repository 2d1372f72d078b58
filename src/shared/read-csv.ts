import { unescapeFormula } from './csv.ts';

export type CsvRow = { /** The line on which the row starts, from 1. */ line: number; cells: string[] };

/**
 * Reads RFC 4180 text, also with LF line breaks, a byte order mark, or semicolons in place of commas, which
 * spreadsheets write in many locales. Trims the cells, and skips rows without text.
 * @throws SyntaxError naming the line of an unclosed quote
 */
export function readCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '');
  const header = source.slice(0, source.search(/[\r\n]|$/));
  const separator = header.includes(';') && !header.includes(',') ? ';' : ',';
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  /** Whether the cell has only spaces so far. */
  let isBlank = true;
  let line = 1;
  let startedAt = 1;
  /** The line of the opening quote; 0 outside of quotes. */
  let quotedFrom = 0;

  const beginCell = () => {
    cell = '';
    isBlank = true;
  };
  const endRow = () => {
    cells.push(cell);
    if (cells.some((text) => text.trim() !== '')) {
      rows.push({ line: startedAt, cells: cells.map((text) => unescapeFormula(text.trim())) });
    }
    cells = [];
    beginCell();
  };

  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? '';
    if (character === '\n') line += 1;
    if (quotedFrom > 0) {
      if (character !== '"') cell += character;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else {
        quotedFrom = 0;
        isBlank = cell.trim() === '';
      }
    } else if (character === '"' && isBlank) {
      cell = '';
      quotedFrom = line;
    } else if (character === separator) {
      cells.push(cell);
      beginCell();
    } else if (character === '\n') {
      endRow();
      startedAt = line;
    } else if (character !== '\r') {
      cell += character;
      if (character.trim() !== '') isBlank = false;
    }
  }
  if (quotedFrom > 0) throw new SyntaxError(`Line ${quotedFrom}: a quote is opened and never closed`);
  endRow();
  return rows;
}
