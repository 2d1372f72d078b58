import { expect, it } from 'vitest';
import { emptyDraft, readDrill } from './drill-draft.ts';

const errorsOf = (typed: { hand?: string; board?: string; answer?: string }) =>
  readDrill({
    ...emptyDraft('5f0c6b0e-4a7e-4c8b-9d43-0a3c6c1f2b10'),
    leak: 'river-call',
    prompt: 'How often?',
    reason: 'Nine of 47.',
    spot: { kind: 'odds', hand: '', board: '', answer: '35', ...typed },
  }).errors;

it('a field with too many cards says how many cards it accepts', () => {
  expect(errorsOf({ hand: 'As Ks Qs' })).toEqual({ hand: 'Enter at most 2 cards' });
  expect(errorsOf({ board: 'As Ks Qs 2d 3d 4d' })).toEqual({ board: 'Enter at most 5 cards' });
});

it('the right answer of an odds drill must be a whole number, and may have a percent sign', () => {
  expect(errorsOf({ answer: '35 %' })).toBeUndefined();
  for (const answer of ['', '%', '1e1', '0x10', '-1', '101', '3.5', '1.000']) {
    expect(errorsOf({ answer }), answer).toEqual({ answer: 'Enter a whole number from 0 to 100' });
  }
});

it('an option’s weight is rejected if it is missing or not a plain whole number', () => {
  const read = (weight: string) =>
    readDrill({
      ...emptyDraft('5f0c6b0e-4a7e-4c8b-9d43-0a3c6c1f2b10'),
      leak: 'river-call',
      prompt: 'What do you do?',
      reason: 'Nine of 47.',
      spot: { kind: 'choice' },
      options: [
        { label: 'Call', weight: '90', why: '' },
        { label: 'Fold', weight, why: '' },
      ],
    }).errors;
  expect(read('1')).toBeUndefined();
  for (const weight of ['', '1.000', '3.5', '1e1']) {
    expect(read(weight), weight).toEqual({ 'weight-1': 'Enter a whole number from 0 to 100' });
  }
});

it('a card that appears twice is reported at the field that repeats it', () => {
  const message = 'The same card appears twice';
  expect(errorsOf({ hand: 'As As' })).toEqual({ hand: message });
  expect(errorsOf({ board: '2s 2s' })).toEqual({ board: message });
  expect(errorsOf({ hand: 'As Ks', board: 'As 7h' })).toEqual({ board: message });
});
