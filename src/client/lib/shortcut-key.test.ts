import { expect, it, vi } from 'vitest';
import { browserStorage } from './browser-storage.ts';
import { shortcutKey } from './shortcut-key.ts';

it.each([
  ['B', 'KeyB', 'b'],
  // On a French keyboard, the typed letter counts, not the position of the key.
  ['z', 'KeyW', 'z'],
  ['é', 'Digit2', 'é'],
  ['и', 'KeyB', 'b'],
  ['И', 'KeyB', 'b'],
  ['ω', 'KeyV', 'v'],
  ['מ', 'KeyN', 'n'],
  // An Arabic key that types two letters.
  ['لا', 'KeyB', 'b'],
  // On a US keyboard, the key of this letter types no letter.
  ['х', 'BracketLeft', 'х'],
  ['?', 'Slash', '?'],
  ['1', 'Digit1', '1'],
  [' ', 'Space', ' '],
  ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
  ['Enter', 'Enter', 'Enter'],
])('for the key %j with the code %s, shortcutKey returns %j', (key, code, shortcut) => {
  expect(shortcutKey({ key, code })).toBe(shortcut);
});

it.each([
  ['r', 'KeyR', 'Unidentified'],
  ['И', 'KeyB', 'Unidentified'],
  ['1', 'Digit1', 'Unidentified'],
  ['?', 'Slash', 'Unidentified'],
  [' ', 'Space', ' '],
  ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
  ['Enter', 'Enter', 'Enter'],
])(
  'if single keys are off, then for the key %j with the code %s, shortcutKey returns %j',
  (key, code, shortcut) => {
    vi.spyOn(browserStorage, 'read').mockReturnValue('off');
    expect(shortcutKey({ key, code })).toBe(shortcut);
    vi.restoreAllMocks();
  },
);
