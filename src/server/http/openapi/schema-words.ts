import { escapeHtml } from '../../messages/email/letter.ts';
import { isSchema } from './example-values.ts';
import type { JsonSchema } from './named-schemas.ts';

const formats: Record<string, string> = {
  uuid: 'an id (UUID)',
  email: 'an email',
  date: 'a day',
  'date-time': 'a time',
};

/** What a schema lets through, in words (HTML, for named objects link to their place on the page). */
export function wordsOf(schema: JsonSchema): string {
  if (schema.$ref) {
    const name = escapeHtml(schema.$ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(String(schema.const))}</code>`;
  if (schema.enum) {
    return `one of ${schema.enum.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(' ')}`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => (isSchema(choice) ? wordsOf(choice) : 'anything')).join(' or ');
  switch (schema.type) {
    case 'null':
      return 'null';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${bounds(schema.minimum, schema.maximum)}`;
    case 'number':
      return `a number${bounds(schema.minimum, schema.maximum)}`;
    case 'array':
      return `a list of ${isSchema(schema.items) ? wordsOf(schema.items) : 'anything'}`;
    case 'object':
      return objectWords(schema);
    case 'string':
      return formats[schema.format ?? ''] ?? `text${lengths(schema.minLength, schema.maxLength)}`;
    default:
      return 'anything';
  }
}

function objectWords(schema: JsonSchema): string {
  const names = Object.keys(schema.properties ?? {});
  return names.length === 0
    ? 'an object'
    : `an object of ${names.map((name) => `<code>${escapeHtml(name)}</code>`).join(' ')}`;
}

/** The largest safe integer is no bound that anybody meant. */
function bounds(min: number | undefined, max: number | undefined): string {
  const low = min === undefined || min <= Number.MIN_SAFE_INTEGER ? undefined : min;
  const high = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max;
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`;
  if (low !== undefined) return ` from ${low}`;
  return high === undefined ? '' : ` up to ${high}`;
}

function lengths(min: number | undefined, max: number | undefined): string {
  if (min && max) return ` of ${min} to ${max} characters`;
  if (max) return ` of up to ${max} characters`;
  return '';
}
