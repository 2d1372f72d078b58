import { expect, it } from 'vitest';
import { isPattern, passwordStrength } from './password-strength.ts';

it.each(['123456', '987654321', 'aaaaaa', 'ABCdef', '232323', 'abcabc'])(
  'the meter warns of the pattern %s',
  (password) => {
    expect(isPattern(password)).toBe(true);
    expect(passwordStrength(password)).toMatchObject({
      score: 0,
      advice: expect.stringContaining('attackers try first'),
    });
  },
);

it('the meter warns of a common password, however strong it looks', () => {
  expect(passwordStrength('minecraft').score).toBeGreaterThan(0);
  expect(passwordStrength('minecraft', [], true)).toMatchObject({
    score: 0,
    advice: expect.stringContaining('attackers try first'),
  });
  expect(isPattern('correct horse battery')).toBe(false);
});

it('alphabetical sequences and repeated characters add little to the score', () => {
  expect(passwordStrength('aaaaaaaaaaaaaaaa').score).toBe(0);
  expect(passwordStrength('abcdefghijklmnop').score).toBe(0);
  expect(passwordStrength('mqvzkdpwrtgbhxjn').score).toBeGreaterThanOrEqual(3);
});

it('the score grows with length, and advice is given until the password is strong', () => {
  const scores = ['kdpwrt', 'kdpwrtmq8', 'kdpwrtmq8vzx', 'kdpwrtmq8vzx-Jhbgw'].map(
    (password) => passwordStrength(password).score,
  );
  expect(scores).toEqual(scores.toSorted((one, other) => one - other));
  expect(new Set(scores).size).toBe(4);
  expect(passwordStrength('kdpwrt').advice).toBeDefined();
  expect(passwordStrength('correct horse battery staple').advice).toBeUndefined();
});

it('a password that contains the user’s name has a lower score', () => {
  const alone = passwordStrength('whitfield-72x').score;
  const known = passwordStrength('whitfield-72x', ['dana.whitfield@example.test']);
  expect(known.score).toBeLessThan(alone);
  expect(known.advice).toBe('Leave out your name and email.');
});
