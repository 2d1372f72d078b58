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
 * The academy must not help players at the table, because poker rooms forbid such help while their client is open.
 * Equities are computed only for stored, finished hands and for the questions of lessons, in the browser, after a
 * guess.
 */

const sources = sourcesBelow('src').filter(({ file }) => !isTest(file));

/** The modules and functions that compute equities. Other exports of these modules are in `harmless`. */
const equityModules = [
  { module: 'equity.ts', exported: equity, functions: ['handEquities'] },
  { module: 'range-equity.ts', exported: rangeEquity, functions: ['rangeEquity'] },
  { module: 'sampled-equity.ts', exported: sampledEquity, functions: ['sampledEquity'] },
  { module: 'hand-against-range.ts', exported: handAgainstRange, functions: ['handAgainstRange'] },
  { module: 'outs.ts', exported: outs, functions: ['outsOf'] },
  { module: 'odds.ts', exported: odds, functions: ['countOdds'] },
];
const harmless = ['priceOf', 'priceSentence'];

/** Files outside `src/shared/poker` that mention a name. Paths of the hands feature are relative to its folder. */
const filesWith = (name: string) =>
  sources
    .filter(
      ({ file, text }) => !file.startsWith('src/shared/poker/') && new RegExp(`\\b${name}\\b`).test(text),
    )
    .map(({ file }) => file.replace('src/client/features/hands/', ''))
    .toSorted();

describe('equities', () => {
  it('the server imports no module that computes equities, so no route or procedure can return an equity', () => {
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
    // Confirms that the search reaches the poker modules at all.
    expect(reached).toContain('src/shared/poker/settle.ts');
    const found = equityModules.filter(({ module }) => reached.has(`src/shared/poker/${module}`));
    expect(found).toEqual([]);
  });

  it.each(equityModules)(
    'no function of $module that computes equities is used outside of src/shared/poker, except countOdds by the odds worker',
    ({ exported, functions }) => {
      expect(Object.keys(exported).filter((name) => !harmless.includes(name))).toEqual(functions);
      for (const name of functions) {
        expect(filesWith(name)).toEqual(name === 'countOdds' ? ['odds/odds-worker.ts'] : []);
      }
    },
  );

  it('equities are shown only next to a stored hand and in lessons', () => {
    expect(filesWith('odds-worker')).toEqual(['odds/odds-quiz.tsx']);
    expect(filesWith('OddsQuiz')).toEqual([
      'lesson/odds-block.tsx',
      'odds/odds-panel.tsx',
      'odds/odds-quiz.tsx',
    ]);
    expect(filesWith('OddsPanel')).toEqual(['details/side-panel.tsx', 'odds/odds-panel.tsx']);
    expect(filesWith('useSidePanel')).toEqual([
      'details/hand-details.tsx',
      'details/side-panel.tsx',
      'in-place/hand-in-place.tsx',
    ]);
    expect(filesWith('HandDetails')).toEqual(['details/hand-details.tsx', 'src/client/routes/hand-page.tsx']);
  });
});

/** The names of all properties in a schema, at any depth. */
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

/** The procedures with an input such as `cards` or `range`, and why each of them does not help at the table. */
const takesCards: Record<string, string> = {
  'hands.save': 'stores texts of finished hands, and returns whether each was saved',
  'hands.saveBuilt': 'stores a hand of the user, and returns its id',
  'ranges.save': 'stores a range, and returns its id and the time',
  'drills.save': 'stores a drill, for coaches only',
  'admin.reports.get': 'takes a range of days, not of hands',
};

describe('procedures', () => {
  const names = [...procedureSchemas.keys()];

  it('each procedure that takes cards is listed, with the reason why it does not help at the table', () => {
    const taking = names.filter((name) =>
      propertiesOf(procedureSchemas.get(name)?.input).some((property) =>
        /^(?:cards|board|boards|hand|hands|range|cells|sides|notation)$/.test(property),
      ),
    );
    expect(taking.toSorted()).toEqual(Object.keys(takesCards).toSorted());
  });

  it('no procedure returns an equity', () => {
    const returning = names.filter((name) =>
      propertiesOf(procedureSchemas.get(name)?.output).some((property) =>
        /equit|odds|^outs$|runOuts/i.test(property),
      ),
    );
    expect(returning).toEqual([]);
  });

  it('each documented call runs a procedure, or has a path that names no cards, ranges or equities', () => {
    const own = documentedCalls.filter((call) => !('procedure' in call));
    for (const { path } of own) expect(path).not.toMatch(/equit|odds|range|card/i);
  });
});
