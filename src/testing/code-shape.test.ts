import { describe, expect, it } from 'vitest';
import { cyclesOf } from './import-cycles.ts';
import { sourcesBelow } from './sources.ts';

const sources = sourcesBelow('src');

const maxLines = 400;

it(`no file has more than ${maxLines} lines`, () => {
  const tooLong = sources
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxLines);
  expect(tooLong, 'move a topic of each file to a file of its own').toEqual([]);
});

describe('imports', () => {
  it('imports have no cycles, including type imports', () => {
    const graph = new Map(
      sources.map(({ file, imports }) => [
        file,
        imports.map(({ target }) => target).filter((target) => target.startsWith('src/')),
      ]),
    );
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('an import cycle is detected', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'e']],
      ['c', ['d']],
      ['d', ['b']],
      ['e', []],
      ['f', ['f']],
    ]);
    expect(cyclesOf(graph)).toEqual([['b', 'c', 'd'], ['f']]);
  });
});
