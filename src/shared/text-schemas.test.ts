import { expect, it } from 'vitest';
import { requiredLine, requiredText } from './text-schemas.ts';

const comment = requiredText('Enter a comment', 40);

it.each(['', ' \n\t ', '\u200B\n\u2060', '\u3164\n\u2800'])(
  'a multiline text without a visible character is rejected as empty (case %#)',
  (text) => {
    expect(comment.safeParse(text).error?.issues).toMatchObject([{ message: 'Enter a comment' }]);
  },
);

it('a multiline text with a visible character is stored as typed', () => {
  expect(comment.parse(' Fold\n\u200Bthe river ')).toBe(' Fold\n\u200Bthe river ');
});

it('letters with separate accents are composed', () => {
  const typed = 'Nguyễn'.normalize('NFD');
  for (const schema of [requiredLine('Enter a name'), comment]) expect(schema.parse(typed)).toBe('Nguyễn');
});
