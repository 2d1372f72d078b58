import { describe, expect, it } from 'vitest';
import { cyclesOf } from './import-cycles.ts';
import { sourcesBelow } from './sources.ts';

const sources = sourcesBelow('src');

/** Maximum number of lines of a file without an exception. */
const maxLines = 400;

/** Longer files, each with the reason why it is not split. */
const mayBeLonger: Record<string, string> = {};

describe('file length', () => {
  const linesOf = (text: string) => text.trimEnd().split('\n').length;
  const tooLong = sources.filter(({ text }) => linesOf(text) > maxLines);

  it('each file is within the length limit, or has an exception', () => {
    const found = tooLong.filter(({ file }) => !(file in mayBeLonger));
    expect(found.map(({ file, text }) => `${file}: ${linesOf(text)} lines`)).toEqual([]);
  });

  it('each exception to the length limit names an existing file', () => {
    const known = sources.map(({ file }) => file);
    expect(Object.keys(mayBeLonger).filter((file) => !known.includes(file))).toEqual([]);
  });
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
