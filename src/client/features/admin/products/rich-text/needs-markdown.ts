/** Footnotes and check boxes, which the editor would change into plain text. */
export function needsMarkdown(text: string): boolean {
  return /\[\^[^\]\s]+\]|^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s/m.test(text);
}
