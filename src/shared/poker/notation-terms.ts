import { ranks } from './starting-hands.ts';

const ranksText = ranks.join('');
/** `[50]` or `[/50]`. */
const tag = /\[(\/?\d+(?:\.\d+)?)\]/;
const bothKinds = /^([2-9TJQKA])(?!\1)([2-9TJQKA])(?:(\+)|-\1([2-9TJQKA]))?(:.*)?$/;
const diagonal = /^([2-9TJQKA])([2-9TJQKA])([so])-(?!\1)([2-9TJQKA])([2-9TJQKA])\3(:.*)?$/;

/**
 * The terms of a range in the notation that `parseRange` reads. Also reads what other tools write: terms on lines of
 * their own, `AK` for AKs and AKo, `T9s-54s` for hands with the same gap between their cards, `AKs: 0.5`, and
 * `[50]AKs, AQs[/50]` for hands played half the time.
 */
export function notationTerms(notation: string): string[] {
  let percent: string | undefined;
  // Texts and tags alternate.
  const terms = notation.split(tag).flatMap((part, index) => {
    if (index % 2 === 0) {
      const weight = percent === undefined ? '' : `:${Number((Number(percent) / 100).toFixed(4))}`;
      return termsOf(part).map((term) => `${term}${weight}`);
    }
    const isEnd = part === `/${percent}`;
    if (!isEnd && (percent !== undefined || part.startsWith('/'))) return [`[${part}]`];
    percent = isEnd ? undefined : part;
    return [];
  });
  // `parseRange` rejects a tag as a term, so a tag without an end is reported.
  return percent === undefined ? terms : [...terms, `[${percent}]`];
}

/** Runs in linear time, because users can send long texts. */
function termsOf(text: string): string[] {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[-–] ?/g, '-')
    .replaceAll(/ ?: ?/g, ':')
    .split(/[,; ]+/)
    .filter((term) => term !== '')
    .flatMap((term) => alongDiagonal(term).flatMap(ofBothKinds));
}

function ofBothKinds(term: string): string[] {
  const match = bothKinds.exec(term);
  if (!match) return [term];
  const [, high = '', low = '', plus = '', last, weight = ''] = match;
  return ['s', 'o'].map((kind) => {
    const tail = last === undefined ? plus : `-${high}${last}${kind}`;
    return `${high}${low}${kind}${tail}${weight}`;
  });
}

function alongDiagonal(term: string): string[] {
  const match = diagonal.exec(term);
  if (!match) return [term];
  const [, high = '', low = '', kind = '', lastHigh = '', lastLow = '', weight = ''] = match;
  const at = (rank: string) => ranksText.indexOf(rank);
  const gap = at(low) - at(high);
  if (gap < 1 || at(lastLow) - at(lastHigh) !== gap) return [term];
  const [from, to] = [Math.min(at(high), at(lastHigh)), Math.max(at(high), at(lastHigh))];
  return Array.from(
    { length: to - from + 1 },
    (_, step) => `${ranks[from + step]}${ranks[from + step + gap]}${kind}${weight}`,
  );
}
