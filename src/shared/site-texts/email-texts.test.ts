import { describe, expect, it } from 'vitest';
import { emailPlaceholders } from './email-placeholders.ts';
import { type EmailTextKey, emailTextDefinitions, emailTexts } from './email-texts.ts';
import { placeholdersIn } from './fill-text.ts';
import { textSchema } from './text-definition.ts';

const emails = Object.keys(emailTexts) as EmailTextKey[];

describe('email texts', () => {
  it.each([...emailTextDefinitions])('%s: the original is valid', (_key, definition) => {
    expect(textSchema(definition).parse(definition.original)).toBe(definition.original);
  });

  it.each(emails)('%s: the text uses exactly the placeholders that it declares', (email) => {
    const { subject, body, closing = '', placeholders = [] } = emailTexts[email];
    expect(placeholdersIn(`${subject} ${body} ${closing}`).toSorted()).toEqual([...placeholders].toSorted());
  });

  it.each(emails.filter((email) => /^subscription_.*end/.test(email)))(
    '%s: the text does not announce the Free tier, because a granted membership may follow',
    (email) => expect(emailTexts[email].body).not.toContain('Free'),
  );

  it.each(['{Plan}', '{new plan}', '{NEWPLAN}', '{FirstName}'])(
    'a placeholder that would not be replaced is rejected: %s',
    (written) => {
      const definition = emailTextDefinitions.get('email.subscription_change_scheduled.closing');
      const result = definition && textSchema(definition).safeParse(`Your ${written} is safe.`);
      const issue = result?.error?.issues[0]?.message;
      expect(issue).toMatch(/ is not a placeholder of this text: use only {plan}, {newPlan}, {date}$/);
    },
  );

  it('each known placeholder is used by an email', () => {
    const used = new Set(emails.flatMap((email) => emailTexts[email].placeholders ?? []));
    expect([...used].toSorted()).toEqual(Object.keys(emailPlaceholders).toSorted());
  });
});
