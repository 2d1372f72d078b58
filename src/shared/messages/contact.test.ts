import { describe, expect, it } from 'vitest';
import { contactInput, contactMessageMaxLength } from './contact.ts';

const message = {
  name: 'Ivo Marek',
  email: 'ivo@example.test',
  topic: 'privacy',
  message: 'Please send me a copy of my data.\nThank you.',
  // A honeypot: people leave this field empty, because they do not see it.
  website: '',
};

function problemsOf(part: Record<string, unknown>): string[] {
  const parsed = contactInput.safeParse({ ...message, ...part });
  return parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
}

describe('contactInput', () => {
  it('a message may have several lines', () => {
    expect(contactInput.parse(message)).toEqual(message);
  });

  it('a name in any script loses the characters that would reverse the text around it', () => {
    const nameOf = (name: string) => contactInput.parse({ ...message, name }).name;
    expect(nameOf('Ivo \u202Ekeram\u202C\u2066 x\u2069')).toBe('Ivo keram x');
    expect(nameOf('\u202A+1 555 010 0199\u202C')).toBe('+1 555 010 0199');
    // Marks without an effect on the text around them stay, because some scripts need them.
    expect(nameOf('\u200Fשלום')).toBe('\u200Fשלום');
    expect(problemsOf({ name: '\u202E ' })).toEqual(['name: Name is required']);
  });

  it.each(['\u200B\u2060', '\u3164\u3164', '\u2800 \u2800', '\u00AD'])(
    'a name without a visible character counts as empty (case %#)',
    (name) => {
      expect(problemsOf({ name })).toEqual(['name: Name is required']);
    },
  );

  it.each([
    ['name: Name is required', { name: ' ' }],
    ['email: Enter an email such as name@example.com', { email: 'ivo' }],
    ['topic: Choose a topic', { topic: '' }],
    ['message: Write a sentence or two, so that we can help', { message: '  short  ' }],
    [
      `message: Please use at most ${contactMessageMaxLength} characters`,
      { message: 'x'.repeat(contactMessageMaxLength + 1) },
    ],
    ['message: Please use plain text only', { message: 'with a NUL \u0000 inside' }],
  ])('the error says how to correct the field: %s', (problem, part) => {
    expect(problemsOf(part)).toEqual([problem]);
  });
});
