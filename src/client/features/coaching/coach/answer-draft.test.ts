import { expect, it } from 'vitest';
import { type AnswerDraft, readDraft } from './answer-draft.ts';

const draft = (options: AnswerDraft['options']): AnswerDraft => ({
  options,
  reason: 'Few bluffs get here.',
  comments: [],
  leak: '',
  place: '',
  placeAt: '',
  voice: '',
  transcript: '',
});
const view = { id: '0190c6f0-0000-7000-8000-000000000000', isFollowUp: false };
const option = (label: string, weight: string, why = '') => ({ label, weight, why });

it('if at least two options have a weight, options without a weight are left out', () => {
  const suggested = [option('Fold', '70'), option('Call', ''), option('Raise', '0'), option('All in', '')];
  expect(readDraft(view, draft(suggested))).toMatchObject({
    input: { options: [{ label: 'Fold' }, { label: 'Raise' }] },
  });
});

it('an option with a reason needs a weight, and so do both options if there are only two', () => {
  const missing = 'Enter a whole number from 0 to 100';
  const explained = [option('Fold', '70'), option('Call', '', 'It beats draws'), option('Raise', '0')];
  expect(readDraft(view, draft(explained)).errors).toEqual({ 'weight-1': missing });
  expect(readDraft(view, draft([option('Fold', '70'), option('Call', '')])).errors).toEqual({
    'weight-1': missing,
  });
});

it('if none of several options has a weight, one error says how many need one', () => {
  const unweighted = draft([option('Fold', ''), option('Call', '', 'It beats draws'), option('Raise', '')]);
  expect(readDraft(view, { ...unweighted, reason: '' }).errors).toEqual({
    options: 'Give at least 2 options a weight, one of them at least 70',
    reason: 'Write the reason',
  });
});

it('an error names the option with the wrong weight, even if an earlier option is left out', () => {
  const wrong = [option('Fold', ''), option('Call', '70'), option('Raise', '0'), option('All in', '101')];
  expect(readDraft(view, draft(wrong)).errors).toEqual({ 'weight-3': 'Enter a whole number from 0 to 100' });
});

it('an error in a comment is shown at that comment only, even if an earlier comment is empty', () => {
  const comments = [
    { atAction: 2, text: ' ' },
    { atAction: 5, text: 'A smaller bet is enough.' },
    // A lone surrogate cannot be stored.
    { atAction: 8, text: '\ud83d' },
  ];
  const options = [option('Fold', '70'), option('Call', '0')];
  expect(readDraft(view, { ...draft(options), comments }).errors).toEqual({
    'comment-8': 'Please use plain text only',
  });
});
