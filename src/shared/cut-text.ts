/** The first `length` UTF-16 code units of a text, or one less, so that no emoji or rare character is cut in half. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
