import { describe, expect, it } from 'vitest';
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

  it('each exception from the length limit names an existing file', () => {
    const known = sources.map(({ file }) => file);
    expect(Object.keys(mayBeLonger).filter((file) => !known.includes(file))).toEqual([]);
  });
});

/** Groups of files with circular imports, by Tarjan's algorithm; type imports count as well. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(file: string): number {
    const own = order.size;
    order.set(file, own);
    stack.push(file);
    let low = own;
    for (const target of graph.get(file) ?? []) {
      const seen = order.get(target);
      if (seen === undefined) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? seen);
      lowest.set(file, low);
    }
    if (low === own) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1 || graph.get(file)?.includes(file)) cycles.push(group.toSorted());
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

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

  it('each relative import resolves to a file', () => {
    const known = new Set(sources.map(({ file }) => file));
    const missing = sources.flatMap(({ file, imports }) =>
      imports
        .filter(({ target }) => /^src\/.*\.tsx?$/.test(target) && !known.has(target))
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(missing).toEqual([]);
  });
});
