import { type FoundHand, findHands, parseHand } from './detect.ts';
import { linesOf } from './lines.ts';
import { maskLine } from './mask-line.ts';
import { RefusedHand } from './refusal.ts';

/**
 * The hands of a text in the form of their poker room, without what tells about people: names are `Hero` and `Seat 3`,
 * and chat, names of tables, and numbers of hands and tournaments are gone. Reading the result gives the same hands. Of a
 * hand that cannot be read only the words stay that hand histories consist of.
 */
export function anonymizeText(text: string): string {
  const lines = linesOf(text);
  return findHands(lines)
    .map((found) => anonymousLines(lines, found).join('\n'))
    .join('\n\n\n')
    .concat('\n');
}

function anonymousLines(lines: readonly string[], found: FoundHand): string[] {
  const { reader, from, to } = found;
  try {
    const parsed = parseHand(lines, found);
    if (reader.anonymousText) return reader.anonymousText(lines, from, to, parsed);
    const { kept, hero } = parsed;
    const places: [at: number, start: number, end: number, seat: number][] = [];
    for (let index = 0; index < kept.length; index += 4) {
      const [at = 0, start = 0, end = 0, seat = 0] = kept.slice(index, index + 4);
      places.push([at, start, end, seat]);
    }
    return places
      .sort(([one], [other]) => one - other)
      .map(([at, start, end, seat]) => {
        const line = lines[at] ?? '';
        if (seat === 0) return reader.anonymousHead(line);
        return `${line.slice(0, start)}${seat === hero ? 'Hero' : `Seat ${seat}`}${line.slice(end)}`;
      });
  } catch (error) {
    if (!(error instanceof RefusedHand)) throw error;
    const [head = '', ...others] = lines.slice(from, to);
    return [reader.anonymousHead(head), ...others.map(maskLine)];
  }
}
