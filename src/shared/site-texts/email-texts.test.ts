import { describe, expect, it } from 'vitest';
import { emailPlaceholders } from './email-placeholders.ts';
import { type EmailTextKey, emailTextDefinitions, emailTexts } from './email-texts.ts';
import { placeholdersIn } from './fill-text.ts';
import { textSchema } from './text-definition.ts';

const emails = Object.keys(emailTexts) as EmailTextKey[];

describe('the texts of emails', () => {
  it.each([...emailTextDefinitions])('%s: the original fits its own rule', (_key, definition) => {
    expect(textSchema(definition).parse(definition.original)).toBe(definition.original);
  });

  it.each(emails)('%s: names every placeholder that it offers, and offers none in vain', (email) => {
    const { subject, body, closing = '', placeholders = [] } = emailTexts[email];
    expect(placeholdersIn(`${subject} ${body} ${closing}`).toSorted()).toEqual([...placeholders].toSorted());
  });

  it('use every placeholder that is known', () => {
    const used = new Set(emails.flatMap((email) => emailTexts[email].placeholders ?? []));
    expect([...used].toSorted()).toEqual(Object.keys(emailPlaceholders).toSorted());
  });
});
