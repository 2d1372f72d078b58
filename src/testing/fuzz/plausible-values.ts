import fc from 'fast-check';
import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Values that exist in the tested academy. Without them, almost all requests would end with "not found". */
export type KnownValues = {
  /** Ids from each table. The ids that fit the call are repeated, so that they are chosen more often. */
  uuids: readonly string[];
  productIds: readonly number[];
  userIds: readonly string[];
  emails: readonly string[];
  /** References to uploads that are not claimed yet: images, and PDFs. */
  images: readonly string[];
  pdfs: readonly string[];
  /** References to uploads of any purpose, claimed or not. */
  files: readonly string[];
  checkoutSessions: readonly string[];
  password: string;
};

/**
 * Values that the call is likely to accept. JSON Schema does not contain refinements and transforms, so text is chosen
 * by the name of the field as well.
 */
export function plausibleValue(schema: JsonSchema, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return fc.oneof(
      ...choices.flatMap((choice) => (isSchema(choice) ? [plausibleValue(choice, known, name)] : [])),
    );
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return plausibleNumber(schema, known, name);
    case 'array': {
      const items = schema.items;
      if (Array.isArray(items) || !isSchema(items)) return fc.constant([]);
      const minLength = Math.min(schema.minItems ?? 0, 5);
      return fc.array(plausibleValue(items, known, name), { minLength, maxLength: Math.max(minLength, 3) });
    }
    case 'object':
      return plausibleObject(schema, known);
    case 'string':
      return plausibleText(schema, known, name);
    default:
      // A schema without a type: a coerced or preprocessed field.
      return fc.oneof(plausibleNumber(schema, known, name), fc.constantFrom<unknown>('7', null, true));
  }
}

/** Whether a schema is an object. JSON Schema also allows `true` and `false`. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

function plausibleObject(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const required = schema.required ?? [];
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (!isSchema(property)) continue;
    model[key] = plausibleValue(property, known, key);
  }
  const requiredKeys = required.filter((key) => key in model);
  const all = fc.record(model, { requiredKeys });
  const least = fc.record(
    Object.fromEntries(requiredKeys.map((key) => [key, model[key] ?? fc.constant(null)])),
  );
  return fc.oneof(all, least);
}

function plausibleNumber(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<number> {
  if (/id$/i.test(name) && known.productIds.length > 0) return fc.constantFrom(...known.productIds);
  const min =
    schema.minimum ?? (typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + 1 : 0);
  const max = schema.maximum ?? Math.max(min + 10_000, 0);
  const integers = fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, 2_147_483_647)) });
  return fc.oneof(
    { weight: 4, arbitrary: integers },
    // The exact limits of the schema, because the database column may have narrower limits.
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
}

const day = fc.constantFrom('1990-01-31', '2026-11-01', '2026-11-20', '2026-11-21', '2024-02-29');
const instant = fc.constantFrom(
  '2026-11-01T08:00:00.000Z',
  '2030-01-31T23:59:59Z',
  '2027-06-30T12:00:00+02:00',
);
const words = fc.oneof(
  fc.constantFrom('Fold', 'Preflop ranges', 'Élodie 王', 'river?', '🃏 bluff', 'a'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);

function mostlyFirst(first: readonly string[], others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** Texts by the name of the field. The first matching row applies. */
const byName: readonly [RegExp, (known: KnownValues) => fc.Arbitrary<string>][] = [
  [
    /email/i,
    ({ emails }) =>
      fc.oneof(
        fc.constantFrom(...emails),
        fc.uuid().map((id) => `${id}@example.test`),
      ),
  ],
  [/password/i, ({ password }) => fc.constantFrom(password, 'another long word')],
  [/sessionId/, ({ checkoutSessions }) => fc.constantFrom(...checkoutSessions)],
  [/^userId$/, ({ userIds }) => fc.constantFrom(...userIds)],
  [/documentImageUrl/, ({ images, files }) => mostlyFirst(images, files)],
  [/^filePath$/, ({ pdfs, files }) => mostlyFirst(pdfs, files)],
  [/path$/i, ({ files }) => fc.constantFrom(...files)],
  [/url$/i, () => fc.constantFrom('https://youtu.be/dQw4w9WgXcQ', 'https://example.test/x')],
  [/phone/i, () => fc.constant('+1 555 010 0199')],
  [/timeZone/, () => fc.constantFrom('Europe/Berlin', 'UTC', 'America/New_York')],
  [/^dateOfBirth$/, () => fc.constantFrom('1990-01-31', '1984-02-29', '2008-01-01')],
  [/^(from|to|date|day)$|On$|Day$/, () => day],
  [/At$/, () => instant],
  [/code$/i, () => fc.constantFrom('123456', '000000')],
  [/csv$/i, () => fc.constant('date,hands_played\n2026-11-20,100\n')],
  [
    /ids?$/i,
    ({ uuids, productIds }) =>
      fc.oneof(fc.constantFrom(...uuids), fc.constantFrom(...productIds.map(String))),
  ],
];

function plausibleText(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.constantFrom(...(name === 'userId' ? known.userIds : known.uuids));
  if (schema.format === 'email') return fc.constantFrom(...known.emails);
  if (schema.format === 'date') return day;
  if (schema.format === 'date-time') return instant;
  const named = byName.find(([pattern]) => pattern.test(name));
  const source = named ? named[1](known) : undefined;
  if (schema.pattern) {
    const fitting = new RegExp(schema.pattern, 'u');
    const drawn = fc.stringMatching(fitting);
    return source ? fc.oneof(drawn, source) : drawn;
  }
  const min = schema.minLength ?? 0;
  const max = schema.maxLength ?? 10_000;
  return (source ?? words).map((text) => text.slice(0, max).padEnd(min, ' and so on'));
}
