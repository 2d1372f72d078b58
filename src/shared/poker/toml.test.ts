import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readToml } from './testing/read-toml.ts';
import { type TomlValue, writeToml } from './toml.ts';

describe('TOML subset for hands', () => {
  it('texts, numbers, booleans, dates and arrays are read', () => {
    const text = `
      # A comment
      name = "a \\"quoted\\" \\u00e9 # text" # and another
      raw = 'C:\\n'
      whole = 1_000
      part = -2.5e3
      most = inf
      yes = true
      day = 2026-11-25
      time = 19:30:00
      list = [1, 2.5, # inside
        3,
      ]
      nested = [["a"], []]`;
    expect(Object.fromEntries(readToml(text))).toEqual({
      name: 'a "quoted" é # text',
      raw: 'C:\\n',
      whole: 1_000,
      part: -2_500,
      most: Number.POSITIVE_INFINITY,
      yes: true,
      day: '2026-11-25',
      time: '19:30:00',
      list: [1, 2.5, 3],
      nested: [['a'], []],
    });
  });

  it.each([
    ['a = ', 'Line 1: a value is missing'],
    ['a = 1\nb', 'Line 2: not a key with a value'],
    ['a = 1\na = 2', 'Line 2: a is given twice'],
    ['a = 1 2', 'Line 1: unexpected text after the value'],
    ['a = [1 2]', 'Line 1: a comma or ] is missing'],
    ['a = [1,', 'Line 1: a value is missing'],
    ['a = "b', 'Line 1: a value is missing'],
    ['a = "\\q"', 'Line 1: not a string'],
    ['a = maybe', 'Line 1: not a value: maybe'],
    ['[table]', 'Line 1: not a key with a value'],
    [`a = ${'['.repeat(9)}`, 'Line 1: arrays are nested too deep'],
  ])('%j is rejected', (text, message) => {
    expect(() => readToml(text)).toThrow(message);
  });

  it('written values are read back unchanged', () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const value = fc.oneof<fc.Arbitrary<TomlValue>[]>(
      scalar,
      fc.array(scalar),
      fc.array(fc.array(fc.string())),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), value), (values) => {
        expect(Object.fromEntries(readToml(writeToml(Object.entries(values))))).toEqual({ ...values });
      }),
      { numRuns: 200 },
    );
  });

  it('no text hangs the parser, and it throws only RangeError', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a="\'[],#\n\\1.tue '), maxLength: 60 }), (text) => {
        try {
          readToml(text);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
