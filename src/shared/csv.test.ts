import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('toCsv', () => {
  it('toCsv encloses a cell in quotation marks if it contains a comma, a quotation mark or a line break', () => {
    expect(toCsv(['a', 'b'], [{ a: 'x,y', b: 'say "hi"\nthere' }])).toBe(
      '\uFEFFa,b\r\n"x,y","say ""hi""\nthere"\r\n',
    );
  });

  it.each(['=HYPERLINK("x")', '+1', '-1', '@x', '\tx', '\rx', '\n=x', '＝1', '＋1', '－1', '＠x'])(
    'toCsv prevents spreadsheets from running %j as a formula',
    (text) => {
      const cell = toCsv(['a'], [{ a: text }]).split('\r\n')[1] ?? '';
      expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('toCsv leaves absent values empty', () => {
    expect(toCsv(['a', 'b'], [{ a: null }])).toBe('\uFEFFa,b\r\n,\r\n');
  });
});
