import { describe, expect, it } from 'vitest';
import { dailyDraftOf, dailyDraftSchema } from './daily-draft.ts';

const draft = {
  ...dailyDraftOf(null),
  handId: '018f0000-0000-7000-8000-000000000001',
  atAction: '4',
  question: 'What do you do?',
  'label-0': 'Fold',
  'weight-0': '100',
  'label-1': 'Call',
  'weight-1': '30',
  reason: 'Count the combinations.',
};
const problems = (part: Partial<typeof draft>) =>
  dailyDraftSchema
    .safeParse({ ...draft, ...part })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the form for the hand of a day', () => {
  it('reads its fields, and leaves out options without any text', () => {
    expect(
      dailyDraftSchema.parse({ ...draft, 'label-3': 'Raise', 'weight-3': '0', 'why-3': 'Never' }),
    ).toMatchObject({
      atAction: 4,
      options: [
        { label: 'Fold', weight: 100, why: '' },
        { label: 'Call', weight: 30 },
        { label: 'Raise', weight: 0, why: 'Never' },
      ],
      leak: null,
      productId: null,
    });
  });

  it.each([
    ['handId', 'Choose a hand', { handId: '' }],
    ['atAction', 'Choose a decision', { atAction: '' }],
    ['question', 'Please use at most 160 characters', { question: 'x'.repeat(161) }],
    ['weight-1', 'Enter a whole number from 0 to 100', { 'weight-1': '' }],
    ['weight-1', 'Enter a whole number from 0 to 100', { 'weight-1': 'half' }],
    ['weight-1', 'Enter a whole number from 0 to 100', { 'weight-1': '101' }],
    ['weight-0', 'Enter a whole number from 0 to 100', { 'weight-0': '1e2' }],
    ['weight-1', 'Enter a whole number from 0 to 100', { 'weight-1': '1.000' }],
    // Text typed for an option without a name is not discarded.
    ['label-2', 'Name the option', { 'why-2': 'It beats draws' }],
    ['label-1', 'Name at least 2 options', { 'label-1': '', 'weight-1': '' }],
    ['label-1', 'Two options have the same name', { 'label-1': 'fold' }],
    ['weight-0', 'At least one option must be right, with 70 or more', { 'weight-0': '60' }],
    ['reason', 'Write the reason', { reason: ' ' }],
  ])('the field %s shows “%s”', (field, message, part) => {
    expect(problems(part)).toContainEqual([field, message]);
  });
});
