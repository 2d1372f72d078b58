import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type HandLine, readFolder } from './print-hands.ts';

const folder = fileURLToPath(new URL('../../../shared/poker/formats/fixtures', import.meta.url));

async function linesOf(names: boolean): Promise<HandLine[]> {
  const lines: HandLine[] = [];
  for await (const line of readFolder(folder, { names })) lines.push(line);
  return lines;
}

describe('the hands of a folder', () => {
  it('are printed as one line each, with decimal amounts, in the order of the files', async () => {
    const lines = await linesOf(true);
    expect(lines.filter((line) => 'unreadable' in line)).toEqual([]);
    expect(lines.find(({ file, index }) => file === 'pokerstars.txt' && index === 0)).toEqual({
      file: 'pokerstars.txt',
      index: 0,
      // The text contains no contradictions.
      sound: true,
      handId: '1001',
      hero: 'Ada Linde',
      heroCards: ['Ah', 'Kd'],
      boards: [['2c', '7d', 'Kh']],
      buttonSeat: 1,
      currency: 'USD',
      players: [
        { seat: 1, name: 'Ada Linde', stack: '100' },
        { seat: 4, name: 'moss_71', stack: '80.5' },
      ],
      pot: '5',
      collected: { 'Ada Linde': '4.75' },
      net: { 'Ada Linde': '2.25', moss_71: '-2.5' },
    });
    expect(lines.map(({ file }) => file)).toEqual(lines.map(({ file }) => file).sort());
  });

  it('contain no names of players if `names` is false', async () => {
    const text = JSON.stringify(await linesOf(false));
    expect(text).toContain('"net":{"Hero":"2.25","Seat 4":"-2.5"}');
    expect(text).not.toMatch(/Ada|moss|Joost/);
  });
});
