import type { z } from 'zod';
import { optionalText } from '../text-schemas.ts';
import { placeholdersIn } from './fill-text.ts';

export type TextDefinition = {
  /** The text that is shown unless an admin changes it. */
  original: string;
  label: string;
  hint?: string;
  maxLength: number;
  /** The text may have several lines. */
  hasLines?: boolean;
  /** The text may be empty, which hides it. */
  mayBeEmpty?: boolean;
  /** The allowed placeholders, each with the explanation that admins see. */
  placeholders?: Readonly<Record<string, string>>;
  /** Placeholders that the text must contain. */
  required?: readonly string[];
  /** An additional check. @returns how to correct the text; undefined for a valid one */
  problem?: (text: string) => string | undefined;
};

/** Matches `<b>` or `</p>`, but not "3 < 5". */
const htmlTag = /<\/?[a-z!][^>]*>/i;

const inBraces = /\{([^{}\n]{1,40})\}/g;
/** Matches a word that was probably meant as a placeholder, but not hands such as {AA, KK}, {AKs} and {AsKs}. */
const placeholderLike = /^\s*([a-z][A-Za-z]*|[A-Za-z_]*[a-z]{2}[A-Za-z_]*)\s*$/;
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/**
 * The first text in braces that would be shown as it is written, although it was probably meant as a placeholder: an
 * unknown word, or a known name in another case or with spaces.
 * @returns the text with its braces; undefined if there is none
 */
function unknownPlaceholder(text: string, known: readonly string[]): string | undefined {
  const similar = new Set(known.map(lettersOf));
  const isWrong = (name: string) =>
    !known.includes(name) && (placeholderLike.test(name) || similar.has(lettersOf(name)));
  return [...text.matchAll(inBraces)].find(([, name = '']) => isWrong(name))?.[0];
}

/** How to correct a text; undefined for a valid one. */
function problemOf(definition: TextDefinition, text: string): string | undefined {
  const { placeholders = {}, required = [], hasLines, mayBeEmpty } = definition;
  if (text === '') return mayBeEmpty ? undefined : 'Enter text, or go back to the original text';
  if (!hasLines && text.includes('\n')) return 'Use a single line';
  if (htmlTag.test(text)) return 'HTML is shown as it is written: use plain text';
  const unknown = unknownPlaceholder(text, Object.keys(placeholders));
  if (unknown !== undefined) {
    const known = Object.keys(placeholders).map((name) => `{${name}}`);
    return known.length === 0
      ? `${unknown} is not a placeholder of this text`
      : `${unknown} is not a placeholder of this text: use only ${known.join(', ')}`;
  }
  const found = placeholdersIn(text);
  const missing = required.find((name) => !found.includes(name));
  if (missing !== undefined) return `Keep {${missing}} in the text: it becomes ${placeholders[missing]}`;
  return definition.problem?.(text);
}

/** Validates the text that an admin entered. The result is trimmed and has LF line breaks. */
export function textSchema(definition: TextDefinition): z.ZodType<string, string> {
  return optionalText(definition.maxLength)
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .superRefine((text, context) => {
      const message = problemOf(definition, text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });
}
