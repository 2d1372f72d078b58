import type { z } from 'zod';
import { optionalText } from '../text-schemas.ts';
import { placeholdersIn } from './fill-text.ts';

export type TextDefinition = {
  /** The text that came with the academy. */
  original: string;
  label: string;
  hint?: string;
  maxLength: number;
  /** May have several lines. */
  hasLines?: boolean;
  /** An empty text leaves its place empty. */
  mayBeEmpty?: boolean;
  /** What may stand in braces, with what it becomes on the page. */
  placeholders?: Readonly<Record<string, string>>;
  /** Placeholders without which the text would be wrong. */
  required?: readonly string[];
  /** A rule for the form of this text. @returns how to correct it */
  problem?: (text: string) => string | undefined;
};

/** Such as `<b>` or `</p>`, but not "3 < 5". */
const htmlTag = /<\/?[a-z!][^>]*>/i;

/** How to correct a text; undefined when it fits its place. */
function problemOf(definition: TextDefinition, text: string): string | undefined {
  const { placeholders = {}, required = [], hasLines, mayBeEmpty } = definition;
  if (text === '') return mayBeEmpty ? undefined : 'Enter text, or go back to the original one';
  if (!hasLines && text.includes('\n')) return 'Use a single line';
  if (htmlTag.test(text)) return 'HTML is shown as it is written: use plain text';
  const found = placeholdersIn(text);
  const unknown = found.find((name) => !Object.hasOwn(placeholders, name));
  if (unknown !== undefined) {
    const known = Object.keys(placeholders).map((name) => `{${name}}`);
    return known.length === 0
      ? `This text has no placeholder {${unknown}}`
      : `This text has no placeholder {${unknown}}, only ${known.join(', ')}`;
  }
  const missing = required.find((name) => !found.includes(name));
  if (missing !== undefined) return `Keep {${missing}} in the text: it becomes ${placeholders[missing]}`;
  return definition.problem?.(text);
}

/** Validates what is typed for a text, trimmed and with plain line breaks. */
export function textSchema(definition: TextDefinition): z.ZodType<string, string> {
  return optionalText(definition.maxLength)
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .superRefine((text, context) => {
      const message = problemOf(definition, text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
}
