const placeholder = /\{([a-z][A-Za-z]*)\}/g;

/** A text in pieces: plain ones at even positions, names of placeholders at odd ones. */
export function textPieces(text: string): string[] {
  return text.split(placeholder);
}

/** The names of the placeholders in a text, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(textPieces(text).filter((_, index) => index % 2 === 1))];
}

/** Replaces placeholders by their values. One without a value stays as written. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (written, name: string) => values[name] ?? written);
}
