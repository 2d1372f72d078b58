const placeholder = /\{([a-z][A-Za-z]*)\}/g;

/** Splits a text: plain text at even indexes, names of placeholders at odd ones. */
export function textPieces(text: string): string[] {
  return text.split(placeholder);
}

/** The distinct names of the placeholders in a text. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(textPieces(text).filter((_, index) => index % 2 === 1))];
}

/** Replaces placeholders by their values. A placeholder without a value is unchanged. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (written, name: string) => values[name] ?? written);
}
