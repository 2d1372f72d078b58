/**
 * The key of a shortcut, with letters in lower case. A letter of another alphabet, such as Cyrillic, becomes the letter
 * that the key types on a US keyboard.
 */
export function shortcutKey({ key, code }: { key: string; code: string }): string {
  const position = /^Key([A-Z])$/.exec(code)?.[1];
  if (position !== undefined && /[^\p{ASCII}\p{Script=Latin}]/u.test(key)) return position.toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}
