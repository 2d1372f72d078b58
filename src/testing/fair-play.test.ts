import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { procedureSchemas } from '../server/http/procedure-schemas.ts';
import { documentedCalls } from '../server/http/rest/rest.ts';
import * as equity from '../shared/poker/equity.ts';
import * as handAgainstRange from '../shared/poker/hand-against-range.ts';
import * as odds from '../shared/poker/odds.ts';
import * as outs from '../shared/poker/outs.ts';
import * as rangeEquity from '../shared/poker/range-equity.ts';
import * as sampledEquity from '../shared/poker/sampled-equity.ts';
import { isTest, sourcesBelow } from './sources.ts';

/**
 * Nothing in the academy helps at the table: equities are counted only for a stored, finished hand and for the questions
 * of lessons, in the browser, after a guess. The rules of poker rooms forbid more while their client is open.
 */

const sources = sourcesBelow('src').filter(({ file }) => !isTest(file));

/** What counts equities, by module. The other exports of these modules turn a price into words. */
const counting = [
  { module: 'equity.ts', exported: equity, functions: ['handEquities'] },
  { module: 'range-equity.ts', exported: rangeEquity, functions: ['rangeEquity'] },
  { module: 'sampled-equity.ts', exported: sampledEquity, functions: ['sampledEquity'] },
  { module: 'hand-against-range.ts', exported: handAgainstRange, functions: ['handAgainstRange'] },
  { module: 'outs.ts', exported: outs, functions: ['outsOf'] },
  { module: 'odds.ts', exported: odds, functions: ['countOdds'] },
];
const harmless = ['priceOf', 'priceSentence'];

/** Files that mention a name, without those of the rules of poker. */
const filesWith = (name: string) =>
  sources
    .filter(
      ({ file, text }) => !file.startsWith('src/shared/poker/') && new RegExp(`\\b${name}\\b`).test(text),
    )
    .map(({ file }) => file.replace('src/client/features/hands/', ''))
    .toSorted();

describe('equities', () => {
  it('are out of reach of the server: no route or procedure can return one', () => {
    const imports = new Map(
      sources.map(({ file, imports: all }) => [
        file,
        all.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target),
      ]),
    );
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const target of imports.get(file) ?? []) visit(target);
    };
    visit('src/server/main.ts');
    // The walk does reach the rules of poker.
    expect(reached).toContain('src/shared/poker/settle.ts');
    const found = counting.filter(({ module }) => reached.has(`src/shared/poker/${module}`));
    expect(found).toEqual([]);
  });

  it.each(counting)('of $module are counted by the odds worker alone', ({ exported, functions }) => {
    expect(Object.keys(exported).filter((name) => !harmless.includes(name))).toEqual(functions);
    for (const name of functions) {
      expect(filesWith(name)).toEqual(name === 'countOdds' ? ['odds/odds-worker.ts'] : []);
    }
  });

  it('are shown beside a stored hand and in lessons, and nowhere else', () => {
    expect(filesWith('odds-worker')).toEqual(['odds/odds-quiz.tsx']);
    expect(filesWith('OddsQuiz')).toEqual([
      'lesson/odds-block.tsx',
      'odds/odds-panel.tsx',
      'odds/odds-quiz.tsx',
    ]);
    expect(filesWith('OddsPanel')).toEqual(['desk/hand-rail.tsx', 'odds/odds-panel.tsx']);
    expect(filesWith('HandRail')).toEqual([
      'desk/hand-desk.tsx',
      'desk/hand-rail.tsx',
      'in-place/hand-in-place.tsx',
    ]);
    expect(filesWith('HandDesk')).toEqual(['desk/hand-desk.tsx', 'src/client/routes/hand-page.tsx']);
  });
});

/** Names of all properties in a schema, at any depth. */
function propertiesOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === 'properties' && typeof value === 'object' && value !== null)
        for (const name of Object.keys(value)) found.add(name);
      visit(value);
    }
  };
  visit(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  return [...found];
}

/** Every procedure that takes cards, hands or ranges, and why it is no help at the table. */
const takesCards: Record<string, string> = {
  'hands.save': 'texts of finished hands; returns what became of each',
  'hands.saveBuilt': 'a hand of the user, stored; returns its id',
  'ranges.save': 'a range, stored; returns its id',
  'drills.save': 'for coaches; a drill, stored',
  'admin.reports.get': 'a range of days',
};

describe('every procedure', () => {
  const names = [...procedureSchemas.keys()];

  it('that takes cards is known, with the reason why it is no help at the table', () => {
    const taking = names.filter((name) =>
      propertiesOf(procedureSchemas.get(name)?.input).some((property) =>
        /^(?:cards|board|boards|hand|hands|range|cells|sides|notation)$/.test(property),
      ),
    );
    expect(taking.toSorted()).toEqual(Object.keys(takesCards).toSorted());
  });

  it('returns no equity', () => {
    const returning = names.filter((name) =>
      propertiesOf(procedureSchemas.get(name)?.output).some((property) =>
        /equit|odds|^outs$|runOuts/i.test(property),
      ),
    );
    expect(returning).toEqual([]);
  });

  it('covers the calls for other programs, which run procedures or take no cards', () => {
    const own = documentedCalls.filter((call) => !('procedure' in call));
    for (const { path } of own) expect(path).not.toMatch(/equit|odds|range|card/i);
  });
});
