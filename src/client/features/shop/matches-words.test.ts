import { expect, it } from 'vitest';
import { matchesWords } from './matches-words.ts';

const product = {
  title: 'River Decisions',
  description: 'Bluff-catching by blocker.',
  type: 'session',
  difficulty: 'advanced',
} as const;

it.each([
  ['river', true],
  ['BLUFF river', true],
  ['advanced session', true],
  ['river flop', false],
  ['pdf', false],
])('"%s" matches: %s', (words, expected) => {
  expect(matchesWords(product, words)).toBe(expected);
});
