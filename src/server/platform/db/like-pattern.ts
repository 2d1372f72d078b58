import { type RawBuilder, sql } from 'kysely';

/**
 * A `like` pattern for texts in lower case that contain this text, in which `%`, `_` and backslashes are literal. An
 * apostrophe matches any character, because phones insert another apostrophe (’) than computers ('). Postgres converts
 * the text to lower case, because JavaScript converts letters such as İ differently.
 */
export function containing(text: string): RawBuilder<string> {
  return sql`lower(${`%${literal(text.normalize('NFC')).replaceAll(/['’]/g, '_')}%`})`;
}

/** A `like` pattern for texts that begin with this text. */
export function beginningWith(text: string): string {
  return `${literal(text)}%`;
}

function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
