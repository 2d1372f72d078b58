import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';
import { readCsv } from './read-csv.ts';

describe('readCsv', () => {
  it('reads quotes, line breaks in quotes and both line endings, and returns line numbers', () => {
    expect(readCsv('\uFEFFa,b\r\n1,"x, ""y""\nz"\n\n  \n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', 'x, "y"\nz'] },
      { line: 6, cells: ['3', '4'] },
    ]);
  });

  it('reads semicolons as separators', () => {
    expect(readCsv('date;notes\n2026-11-21;a, b')[1]?.cells).toEqual(['2026-11-21', 'a, b']);
  });

  it('names the line of an unclosed quote', () => {
    expect(() => readCsv('a\n"b\nc')).toThrow('Line 2');
  });

  it('takes linear time: quadratic time would exceed the time limit of the test', () => {
    expect(readCsv(`a${'"'.repeat(300_000)}`)).toHaveLength(1);
  });

  it('reads a quote after spaces as the start of a quoted cell, and a quote inside a cell as text', () => {
    expect(readCsv('  "a;b",c"d"')[0]?.cells).toEqual(['a;b', 'c"d"']);
  });

  it('restores what toCsv wrote, including formulas', () => {
    const text = fc
      .string()
      .map((value) => value.replaceAll('\r', '').trim())
      // `readCsv` removes the apostrophe that `toCsv` puts before a formula. It would also remove the apostrophe of
      // the text `'=1`.
      .filter((value) => !value.startsWith("'"));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 8 }), (rows) => {
        const filled = rows.filter((row) => row.some((cell) => cell !== ''));
        const csv = toCsv(
          ['a', 'b'],
          filled.map(([a, b]) => ({ a, b })),
        );
        expect(
          readCsv(csv)
            .slice(1)
            .map(({ cells }) => cells),
        ).toEqual(filled.map(([a, b]) => [a, b]));
      }),
    );
  });
});
