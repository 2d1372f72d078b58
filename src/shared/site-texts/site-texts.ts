import { z } from 'zod';
import { emailTextDefinitions, emailTexts } from './email-texts.ts';
import { pageSections, pageTexts } from './page-texts.ts';
import type { TextDefinition } from './text-definition.ts';

/** All texts that an admin may change, by key. */
const definitions: ReadonlyMap<string, TextDefinition> = new Map([
  ...Object.entries(pageTexts),
  ...emailTextDefinitions,
]);

export function textDefinition(key: string): TextDefinition | undefined {
  return definitions.get(key);
}

/** The section or email of a text, and its label: "Forgotten password: Subject". */
export function textName(key: string): string | undefined {
  const label = definitions.get(key)?.label;
  const [, email] = /^email\.(.+)\.\w+$/.exec(key) ?? [];
  const whole =
    email === undefined
      ? Object.values(pageSections).find(({ keys }) => keys.some((known) => known === key))?.title
      : Object.entries(emailTexts).find(([name]) => name === email)?.[1].name;
  return label && whole && `${whole}: ${label}`;
}

/** The changed texts of the public pages, by key. */
export const changedTextsView = z.record(z.string(), z.string());
export type ChangedTexts = z.infer<typeof changedTextsView>;

const textKey = z.string().min(1).max(80);
/** 0 for a text that was never changed. */
const textVersion = z.int().min(0);
const keysInOneCall = definitions.size;

export const textsInput = z.object({ keys: z.array(textKey).min(1).max(keysInOneCall) });

export const siteTextView = z.object({
  key: textKey,
  value: z.string(),
  version: textVersion,
  /** Null for an unchanged text. */
  changedAt: z.string().nullable(),
  /** Null for an unchanged text, and if the admin's account was deleted. */
  changedByName: z.string().nullable(),
});
export type SiteText = z.infer<typeof siteTextView>;

/** No text may be longer. Each key also has its own limit. */
const longestText = 60_000;

export const saveTextsInput = z.object({
  texts: z
    .array(
      z.object({
        key: textKey,
        /** The new text. If it equals the original, the change is removed. */
        value: z.string().max(longestText, 'This text is too long'),
        /** The version that was edited. */
        version: textVersion,
      }),
    )
    .min(1)
    .max(keysInOneCall),
});
export type SaveTextsInput = z.infer<typeof saveTextsInput>;
