/** One way to damage a text. The numbers are taken modulo the number of lines or characters. */
export type Damage = {
  /**
   * 0 removes a line, 1 repeats a line elsewhere, 2 swaps two lines, 3 cuts the end, 4 cuts characters, 5 adds a text.
   */
  kind: number;
  at: number;
  other: number;
  added: string;
};

/** The text of a hand history, damaged in one way. */
export function damagedText(text: string, { kind, at, other, added }: Damage): string {
  const lines = text.split('\n');
  const [one, two] = [at % lines.length, other % lines.length];
  const place = at % (text.length + 1);
  switch (kind) {
    case 0:
      return lines.toSpliced(one, 1).join('\n');
    case 1:
      return lines.toSpliced(one, 0, lines[two] ?? '').join('\n');
    case 2:
      return lines
        .with(one, lines[two] ?? '')
        .with(two, lines[one] ?? '')
        .join('\n');
    case 3:
      return text.slice(0, place);
    case 4:
      return text.slice(0, place) + text.slice(place + (other % 20));
    default:
      return text.slice(0, place) + added + text.slice(place);
  }
}
