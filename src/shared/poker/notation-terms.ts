import { ranks } from './starting-hands.ts';

const ranksText = ranks.join('');
const group = /\[(\d+(?:\.\d+)?)\](.*?)\[\/\1\]/gs;
const bothKinds = /^([2-9TJQKA])(?!\1)([2-9TJQKA])(?:(\+)|-\1([2-9TJQKA]))?(:.*)?$/;
const diagonal = /^([2-9TJQKA])([2-9TJQKA])([so])-(?!\1)([2-9TJQKA])([2-9TJQKA])\3(:.*)?$/;

/**
 * The terms of a range in the notation that `parseRange` reads. Also reads what other tools write: terms on lines of
 * their own, `AK` for AKs and AKo, `T9s-54s` for hands with the same distance of their cards, `AKs: 0.5`, and
 * `[50]AKs, AQs[/50]` for hands played half the time.
 */
export function notationTerms(notation: string): string[] {
  const weighted = notation.replaceAll(
    group,
    (_, percent: string, hands: string) =>
      `,${notationTerms(hands)
        .map((hand) => `${hand}:${Number((Number(percent) / 100).toFixed(4))}`)
        .join()},`,
  );
  return weighted
    .replaceAll(/\s*[-–]\s*/g, '-')
    .replaceAll(/\s*:\s*/g, ':')
    .split(/[,;\s]+/)
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
