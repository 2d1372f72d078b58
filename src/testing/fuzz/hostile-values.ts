import fc from 'fast-check';

/** Hand-written JSON for each placeholder. `JSON.stringify` cannot write most of it; `hostileJson` inserts it. */
const rawTexts: Record<string, string> = {
  '\uE000infinite': '1e999',
  '\uE000huge integer': '123456789012345678901234567890',
  '\uE000own prototype': '{"__proto__":{"role":"admin"}}',
  '\uE000constructor': '{"constructor":{"prototype":{"role":"admin"}}}',
  '\uE000repeated key': '{"id":1,"id":"2","id":null}',
  '\uE000deep arrays': '['.repeat(400) + ']'.repeat(400),
  '\uE000deep objects': `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`,
};

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufeff',
  '\u202Eevil',
  '\r\nset-cookie: a=1',
  '🃏'.repeat(60),
  'x'.repeat(300),
  'x'.repeat(70_000),
  'NaN',
  'Infinity',
  '-1',
  '0',
  '00',
  '1.5',
  '1e308',
  '0x10',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999',
  'null',
  'undefined',
  'true',
  '[object Object]',
  // Invalid and extreme dates, and words that Postgres parses as dates.
  '0000-99-99',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '275760-09-14',
  '-000001-01-01',
  '2026-01-01T99:99:99Z',
  'infinity',
  '-infinity',
  'epoch',
  'now',
  "'; drop table users; --",
  "' or 1=1 --",
  '%',
  '_%\\',
  '\\',
  '(((((',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '/objects/../x',
  '/objects/00000000-0000-4000-8000-000000000000',
  'http://127.0.0.1:1/',
  'https://user:word@[::1]:99999/',
  'javascript:alert(1)',
  'cs_test_\u0000',
  '../v1/customers/x',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '__proto__',
  'constructor',
  'toString',
];

/** The last number is what JavaScript calculates for $19.99 in cents. */
const numbers = [
  0, -1, 1, 1.5, -0.5, 2_147_483_647, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_991,
  9_007_199_254_740_992, 1e21, 1e308, -1e308, 5e-324, 1998.9999999999998,
];

const structures: unknown[] = [
  null,
  true,
  false,
  [],
  [[]],
  ['a'],
  [null],
  Array.from({ length: 300 }, (_, index) => index),
  {},
  { a: 1 },
  { length: 1e9 },
  { toString: 1, valueOf: 2, toJSON: 3 },
  { '': '' },
  { $ne: null },
];

/** Text that a layer may fail to handle: from the list, or random code points. */
const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

/** A JSON value, in most cases of an unexpected type or size, or a placeholder of `rawTexts`. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom(...structures) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...Object.keys(rawTexts)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Serializes a value, and replaces placeholders with the JSON that they stand for. */
export function hostileJson(value: unknown): string {
  let text = JSON.stringify(value) ?? '';
  for (const [mark, raw] of Object.entries(rawTexts)) {
    // A replacer function, so that `$` in the text has no special meaning.
    text = text.replaceAll(JSON.stringify(mark), () => raw);
  }
  return text;
}

/** One segment of a URL path: hostile text that is encoded correctly, or an unusual value or encoding. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: hostileText.map((text) => encodeURIComponent(text.slice(0, 3_000).toWellFormed())),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '%zz',
      '%',
      '%E0%A4%A',
      '%ED%A0%80',
      '%00',
      '%c0%af',
      '%252e%252e%252f',
      '..%2f..%2fetc%2fpasswd',
      'a%0d%0ab',
      '-1',
      '0',
      '1.5',
      '1e5',
      '+1',
      '%201',
      '1;2',
      '99999999999999999999',
    ),
  },
);

/** Replaces one leaf of a JSON value with `change`. `pick` chooses the leaf. */
export function withOneChanged(value: unknown, pick: number, change: unknown): unknown {
  const paths = pathsOf(value);
  const path = paths[pick % paths.length] ?? [];
  return replaceAt(value, path, change);
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? [path] : value.flatMap((item, index) => pathsOf(item, [...path, index]));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return entries.length === 0 ? [path] : entries.flatMap(([key, item]) => pathsOf(item, [...path, key]));
  }
  return [path];
}

function replaceAt(value: unknown, path: Path, change: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? replaceAt(item, rest, change) : item));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        name === key ? replaceAt(item, rest, change) : item,
      ]),
    );
  }
  return change;
}
