import { expect, it } from 'vitest';
import { missingSides } from './use-sign-up.ts';

it.each([
  [undefined, undefined, 'Front and back side still missing'],
  ['/objects/1', undefined, 'Back side still missing'],
  [undefined, '/objects/2', 'Front side still missing'],
  ['/objects/1', '/objects/2', undefined],
])('with front %s and back %s, the message about missing sides is: %s', (front, back, text) =>
  expect(missingSides({ front, back })).toBe(text),
);
