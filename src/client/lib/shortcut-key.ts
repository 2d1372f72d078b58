import { browserStorage } from './browser-storage.ts';

const storageKey = 'single-keys';

/** Whether single characters, such as R or 1, are shortcuts in this browser. A setting, as WCAG 2.1.4 requires. */
export const areSingleKeysOn = (): boolean => browserStorage.read(storageKey) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  if (isOn) browserStorage.remove(storageKey);
  else browserStorage.write(storageKey, 'off');
}

/**
 * The key of a shortcut, with letters in lower case. A letter of another alphabet, such as Cyrillic, becomes the letter
 * that the key types on a US keyboard.
 * @returns `Unidentified`, the name of a key without a value, for a character other than space if `areSingleKeysOn` is
 * false
 */
export function shortcutKey({ key, code }: { key: string; code: string }): string {
  const position = /^Key([A-Z])$/.exec(code)?.[1];
  const isForeign = position !== undefined && /[^\p{ASCII}\p{Script=Latin}]/u.test(key);
  const typed = isForeign ? position : key;
  if (typed.length > 1) return typed;
  return typed === ' ' || areSingleKeysOn() ? typed.toLowerCase() : 'Unidentified';
}
