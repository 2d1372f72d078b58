import { describe, expect, it } from 'vitest';
import { emailTextDefinitions } from './email-texts.ts';
import { fillText } from './fill-text.ts';
import { readPrograms } from './landing-texts.ts';
import { pageSections, pageTexts } from './page-texts.ts';
import { textsInput } from './site-texts.ts';
import { type TextDefinition, textSchema } from './text-definition.ts';

const problem = (definition: TextDefinition, text: string) =>
  textSchema(definition).safeParse(text).error?.issues[0]?.message;

describe('texts of the landing page', () => {
  it.each(Object.entries(pageTexts))('%s: the original is valid', (_key, definition) => {
    expect(textSchema(definition).parse(definition.original)).toBe(definition.original);
  });

  it('each text is in exactly one section', () => {
    const keys = Object.values(pageSections).flatMap((section) => section.keys);
    expect(keys.toSorted()).toEqual(Object.keys(pageTexts).toSorted());
  });

  it('the footer has five programs', () => {
    expect(readPrograms(pageTexts.footerPrograms.original).map(({ name }) => name)).toEqual([
      'Beginner Foundations',
      'Tournament Mastery',
      'Cash Game Excellence',
      'Mental Game Coaching',
      'Bankroll Management',
    ]);
  });
});

it('textsInput accepts the keys of all email texts in one call', () => {
  const keys = [...emailTextDefinitions.keys()];
  expect(textsInput.safeParse({ keys }).error).toBeUndefined();
});

describe('textSchema', () => {
  it.each([
    ['heroTitle', '', 'Enter text, or go back to the original text'],
    ['heroTitle', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['heroTitle', 'Two\nlines', 'Use a single line'],
    ['heroTitle', 'Play <b>well</b>', 'HTML is shown as it is written: use plain text'],
    ['heroTitle', 'Play with {name}', '{name} is not a placeholder of this text'],
    ['saleLaw', 'These terms have a law.', 'Keep {law} in the text'],
    ['saleLaw', 'The {law} of {country}', '{country} is not a placeholder of this text: use only {law}'],
    ['saleLaw', 'The {law} of {Country}', '{Country} is not a placeholder of this text: use only {law}'],
    [
      'saleLaw',
      'The {law} of {first_name}',
      '{first_name} is not a placeholder of this text: use only {law}',
    ],
    ['saleLaw', 'The {Law}', '{Law} is not a placeholder of this text: use only {law}'],
    ['saleLaw', 'The {law}, the {LAW}', '{LAW} is not a placeholder of this text: use only {law}'],
    ['saleLaw', 'The {law}, the { law }', '{ law } is not a placeholder of this text: use only {law}'],
    ['footerPrograms', 'Cash Game Excellence', 'Write one program a line'],
  ] as const)('%s: %j is rejected with an explanation', (key, text, message) => {
    expect(problem(pageTexts[key], text)).toContain(message);
  });

  it('accepts hands in braces, which are not meant as placeholders', () => {
    const text = 'Open {AA, KK}, {AKs} and {AhKh}';
    expect(textSchema(pageTexts.heroTitle).parse(text)).toBe(text);
  });

  it('accepts angle brackets that are not markup, and trims the text', () => {
    expect(textSchema(pageTexts.heroTitle).parse('  3 < 5 & 7 > 2 ')).toBe('3 < 5 & 7 > 2');
    expect(textSchema(pageTexts.heroLead).parse('One\r\ntwo')).toBe('One\ntwo');
    expect(textSchema(pageTexts.searchDescription).parse('')).toBe('');
  });
});

it('fillText replaces placeholders, but none inside the inserted values', () => {
  expect(fillText('{law} and {none}', { law: '{none} $& law', none: 'x' })).toBe('{none} $& law and x');
});
