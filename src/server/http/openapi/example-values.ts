import { exampleIds } from '../rest/documented-call.ts';
import type { JsonSchema } from './named-schemas.ts';

type Definitions = Record<string, JsonSchema>;

/** Example values by patterns of field names. The first pattern that matches counts. */
const examples: readonly [RegExp, string][] = [
  [/email/i, 'dana@example.test'],
  [/firstName/, 'Dana'],
  [/lastName/, 'Whitfield'],
  [/(user|reviewer|assignee|actor)Name/, 'Dana Whitfield'],
  [/dateOfBirth|^date$/, '1990-01-31'],
  [/At$|^currentPeriod|^until$/, '2026-11-21T09:30:00.000Z'],
  [/documentImageUrl|objectPath/, exampleIds.frontSide],
  [/uploadURL/, exampleIds.uploadUrl],
  [/^url$/, 'https://checkout.stripe.com/c/pay/cs_test_a1B2c3D4e5F6g7H8'],
  [/filePath/, '/api/products/7001/download'],
  [/videoUrl/, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  [/purchaseKey|purchases/, 'pdf-41'],
  [/phone/i, '+1 555 010 0199'],
  [/title|productName/i, 'River Bluffs'],
  [/description/i, 'When to fire the third barrel.'],
  [/documentNumber/, 'X1234567'],
  [/requestId/, '3f9b6c0e-8a41-4a64-9f6d-20c1b7e5a9d4'],
  [/country/, 'United States'],
  [/^currency$/, 'USD'],
  [/^(day|previousDay)$/, exampleIds.day],
  [/city/, 'Trenton'],
  [/state/, 'New Jersey'],
  [/postalCode/, '08601'],
  [/address/, '1 Main Street'],
  [/contentType/i, 'image/jpeg'],
  [/message/, 'The request could not be read'],
];

/**
 * An example for the schema. A field whose name matches a pattern of `examples` gets the value of that pattern. Any
 * other field gets a value of the field's type.
 */
export function exampleOf(schema: JsonSchema, definitions: Definitions, name = ''): unknown {
  if (schema.$ref) {
    const target = definitions[schema.$ref.slice('#/components/schemas/'.length)];
    return target ? exampleOf(target, definitions, name) : null;
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const first = choices.find((choice) => isSchema(choice) && choice.type !== 'null');
    return isSchema(first) ? exampleOf(first, definitions, name) : null;
  }
  switch (schema.type) {
    case 'object':
      return exampleObject(schema, definitions);
    case 'array': {
      const items = schema.items;
      const count = Math.max(schema.minItems ?? 1, 1);
      return isSchema(items) ? Array.from({ length: count }, () => exampleOf(items, definitions, name)) : [];
    }
    case 'integer':
    case 'number':
      return exampleNumber(schema, name);
    case 'boolean':
      return /^(owned|accessible|isActive|is_active|success|emailVerified|canResubmit)$/.test(name);
    case 'string':
      if (schema.format === 'uuid') return exampleIds.user;
      return examples.find(([pattern]) => pattern.test(name))?.[1] ?? 'text';
    default:
      return null;
  }
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function exampleObject(schema: JsonSchema, definitions: Definitions): unknown {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0 && isSchema(schema.additionalProperties)) {
    // The headers of an upload.
    return { 'content-type': exampleOf(schema.additionalProperties, definitions, 'contentType') };
  }
  const required = new Set(schema.required ?? []);
  return Object.fromEntries(
    entries.flatMap(([key, property]) =>
      required.has(key) && isSchema(property) ? [[key, exampleOf(property, definitions, key)]] : [],
    ),
  );
}

function exampleNumber(schema: JsonSchema, name: string): number {
  if (/^(price|amount|amount_total)$/.test(name)) return 1999;
  if (name === 'maxBytes') return 5 * 1024 * 1024;
  return Math.max(typeof schema.minimum === 'number' ? schema.minimum : 1, 1);
}
