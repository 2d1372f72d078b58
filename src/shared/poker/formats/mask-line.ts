/** Words of hand histories. Any other word may be a part of a name. */
const known = new Set(
  (
    'a action actions add addon adds all allin and ante antes all-in allowed at back bet bets between big blind blinds board ' +
    'bring bounty button buyin by call calls cap card cards cash cashed cashgame chat check checks chips collected collects ' +
    "dealer dealing dealt dead did didn't does doesn't draw enter entered euro eur usd gbp fee finished flop fold folded folds for " +
    'from game gamecode general hand hands has have high hold holdem hole in is it joined joins left leaves level limit lost ' +
    'lo low main max mode money mucked mucks name no not of omaha on one out pair place player players playing pocket poker ' +
    'portion post posted posts pot pots raise raises rake real received re-buys receives rejoin return returned returns ' +
    'result river round run seat seats session show showdown showed shows side sits sit sitting small stack stand start ' +
    'starts started stood straddle straddles street sum summary table the time timed to total tournament turn two type ' +
    'uncalled up was win wins with won'
  ).split(' '),
);

/**
 * Replaces each word that may be part of a name by `…`. Words of hand histories, short numbers and cards stay.
 * @returns at most 120 characters
 */
export function maskLine(line: string): string {
  return line
    .slice(0, 400)
    .replaceAll(/[\p{L}\p{M}\p{N}_]+(?:[-.'][\p{L}\p{M}\p{N}_]+)*/gu, (word) => (isPlain(word) ? word : '…'))
    .replaceAll(/…(?:[^\p{L}\p{N}[\]():]*…)+/gu, '…')
    .slice(0, 120);
}

const isPlain = (word: string) =>
  known.has(word.toLowerCase()) ||
  /^(?!\d{8})\d[\d.]{0,7}$/.test(word) ||
  /^(?:10|[2-9TJQKA])[shdc]$/.test(word);
