/** Escaped characters, such as `\*`, are moved to a private use area of Unicode while the markup is removed. */
const privateArea = 0xe000;
const shiftBy = (offset: number) => (_match: string, char: string) =>
  String.fromCharCode(char.charCodeAt(0) + offset);

const markup: readonly [RegExp, string][] = [
  // Pictures before links, because a link may contain a picture.
  [/!\[[^[\]]*\]\([^)\s]*(?:\s+"[^"]*")?\)/g, ''],
  [/\[([^[\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1'],
  [/^ {0,3}(?:#{1,6}|>)[ \t]+/gm, ''],
  [/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/gm, ''],
  [/^ {0,3}(?:[-*_]\s*){3,}$/gm, ''],
  [/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2'],
  [/(?<![\w*])([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?![\w*])/g, '$2'],
  [/`([^`\n]+)`/g, '$1'],
  [/\n{3,}/g, '\n\n'],
];

/**
 * Markdown without its most common markup, for a card and for search engines. Each page of the shop loads this code, so
 * it is small and not a complete Markdown parser.
 */
export function plainText(markdown: string): string {
  let text = markdown.replace(/\\([!-/:-@[-`{-~])/g, shiftBy(privateArea));
  for (const [pattern, replacement] of markup) text = text.replace(pattern, replacement);
  return text.replace(/([\ue021-\ue07e])/g, shiftBy(-privateArea)).trim();
}
