import type { Award, Hand } from '../hand.ts';
import { knownCardsOf, sumOfAwards, wonBy } from '../hand-result.ts';
import { awardPots, type Pot, type RankOf, rakedPots } from '../pots.ts';
import { rankIn } from '../settle.ts';
import { HandParseError } from './hand-parse-error.ts';
import { type Oddity, oddityOf } from './oddities.ts';
import type { ParsedAward, ParsedHand } from './parsed-hand.ts';

export type GivenAwards = { awards: Award[]; rake: number; oddities: Oddity[] };

type SilentReturn = { seat: number; amount: number } | null;

/**
 * Assigns what each seat won, according to the text, to the pots that follow from the rules. Checks that the amounts
 * add up exactly, and compares the winners with the cards, as far as these are known.
 * @param silent - an unmatched bet whose return the text does not mention; awards may include it
 * @param end - the index of the last line of the hand, which an error or oddity names if no other line is its cause
 * @throws HandParseError if awards, rake and fees do not add up to the pot, or the text states another pot
 */
export function giveAwards(
  parsed: ParsedHand,
  pots: readonly Pot[],
  silent: SilentReturn,
  end: number,
): GivenAwards {
  const pot = pots.reduce((sum, { units }) => sum + units, 0);
  const fees = parsed.fees.jackpot + parsed.fees.other;
  const won = withoutReturn(parsed, pot - fees, silent, end);
  const sum = sumOfAwards(won);
  const rake = pot - fees - sum;
  if (
    rake < 0 ||
    (parsed.rake !== null && parsed.rake !== rake) ||
    (parsed.rake === null && rake > maxRake(parsed, pot)) ||
    (parsed.game.kind === 'tournament' && rake > 0)
  ) {
    throw new HandParseError('does_not_balance', parsed.awards[0]?.at ?? end);
  }
  // A room that writes no line for a returned bet may include the bet in the stated pot.
  const isHeld = won !== parsed.awards;
  const stated = parsed.statedPot ?? pot;
  if (stated !== pot && !(isHeld && stated === pot + (silent?.amount ?? 0)))
    throw new HandParseError('does_not_balance', end);
  const taken = rake + fees;
  const rank = rankOf(parsed);
  const awards =
    byNamedPots(won, pots, taken) ?? byRules(parsed, won, pots, taken, rank) ?? byLayers(won, pots);
  return {
    awards,
    rake,
    oddities: oddAwards(parsed, awards, pots, taken, rank).map((code) => oddityOf(code, end)),
  };
}

/** The awards without the returned bet that they may include. @param pot - the pot without fees */
function withoutReturn(parsed: ParsedHand, pot: number, silent: SilentReturn, end: number): ParsedAward[] {
  const sum = parsed.wonBy();
  if (!silent || parsed.awardsHoldReturns === 'never') return parsed.awards;
  const canHold = parsed.wonBy(silent.seat) >= silent.amount;
  const canBe = (rake: number) =>
    rake >= 0 && (parsed.rake === null ? rake <= usualRake(parsed, pot) : rake === parsed.rake);
  const isHeld = canHold && canBe(pot - sum + silent.amount);
  const isApart = parsed.awardsHoldReturns === 'maybe' && canBe(pot - sum);
  // It must be certain whether the awards include the returned bet.
  if (isHeld === isApart) throw new HandParseError('does_not_balance', parsed.awards[0]?.at ?? end);
  if (!isHeld) return parsed.awards;
  let left = silent.amount;
  const awards = parsed.awards.map((award) => ({ ...award }));
  const sidePotsFirst = awards
    .filter(({ seat }) => seat === silent.seat)
    .sort((a, b) => (b.pot ?? 0) - (a.pot ?? 0));
  for (const award of sidePotsFirst) {
    const part = Math.min(left, award.amount);
    award.amount -= part;
    left -= part;
  }
  return awards.filter(({ amount }) => amount > 0);
}

/** The largest usual rake: a tenth of the pot, and nothing without a flop or in a tournament. */
const usualRake = ({ game, boards }: ParsedHand, pot: number) =>
  game.kind === 'tournament' || (boards[0]?.length ?? 0) < 3 ? 0 : Math.ceil(pot / 10);

/**
 * The largest rake that is accepted if the text states none: the usual rake. If this is not zero, at least two cents
 * are accepted, because rooms round up the rake of the smallest pots.
 */
const maxRake = (parsed: ParsedHand, pot: number) => {
  const usual = usualRake(parsed, pot);
  return usual === 0 ? 0 : Math.max(2, usual);
};

function rankOf({ game: { game }, seats, shows, boards }: ParsedHand): RankOf {
  const hand = { game, seats, shows } as Pick<Hand, 'game' | 'seats' | 'shows'>;
  const cards = new Map(seats.map(({ seat }) => [seat, knownCardsOf(hand, seat)]));
  return (seat, run) => rankIn(game, cards.get(seat), boards[run]);
}

/**
 * Assigns what each seat won to the pots that the text names or, if there is only one pot, to that pot.
 * @returns null if the text does not name a possible pot for each award, or the awards of a pot do not fit its amount
 */
function byNamedPots(won: readonly ParsedAward[], pots: readonly Pot[], taken: number): Award[] | null {
  const awards: Award[] = [];
  for (const { seat, pot: named, run, amount } of won) {
    const pot = pots.length === 1 ? 0 : named;
    if (pot === null || pot >= pots.length) return null;
    awards.push({ seat, pot, ...(run !== null && { run: run + 1 }), amount });
  }
  const fits = pots.every((pot, index) => isWithin(pot, taken, awardsOf(awards, index)));
  return fits ? awards : null;
}

const awardsOf = (awards: readonly Award[], index: number) => awards.filter(({ pot }) => pot === index);

/** Whether the awards add up to the pot, or to less by at most the rake and fees (`taken`). */
function isWithin({ units }: Pot, taken: number, awards: readonly Award[]): boolean {
  const sum = sumOfAwards(awards);
  return sum <= units && sum >= units - taken;
}

/**
 * The awards that follow from the rules and the players' cards.
 * @returns null if they depend on unknown cards, or a seat gets another amount than in the text
 */
function byRules(
  parsed: ParsedHand,
  won: readonly ParsedAward[],
  pots: readonly Pot[],
  taken: number,
  rank: RankOf,
): Award[] | null {
  const runs = Math.max(parsed.boards.length, 1);
  // If a hand is played for chips without a currency, rooms usually divide its pots into whole chips.
  const increments = parsed.game.currency === null ? [100, 1] : [1];
  for (const increment of increments) {
    const awards = awardPots(rakedPots(pots, taken), runs, rank, increment);
    if (awards && parsed.seats.every(({ seat }) => wonBy(awards, seat) === wonBy(won, seat))) return awards;
  }
  return null;
}

/** Assigns what each seat won to the pots that the seat can win, beginning with the main pot. */
function byLayers(won: readonly ParsedAward[], pots: readonly Pot[]): Award[] {
  const left = pots.map(({ units }) => units);
  const awards: Award[] = [];
  // Seats that can win fewer pots are paid first.
  const reach = (seat: number) => pots.filter(({ contenders }) => contenders.includes(seat)).length;
  for (const { seat, run, amount } of [...won].sort((a, b) => reach(a.seat) - reach(b.seat))) {
    let rest = amount;
    const own = pots.flatMap(({ contenders }, index) => (contenders.includes(seat) ? [index] : []));
    for (const [place, index] of own.entries()) {
      const isLast = place === own.length - 1;
      const part = isLast ? rest : Math.min(rest, left[index] ?? 0);
      if (part === 0) continue;
      // According to the text, the seat may have won more than its last pot contains.
      left[index] = Math.max(0, (left[index] ?? 0) - part);
      rest -= part;
      awards.push({ seat, pot: index, ...(run !== null && { run: run + 1 }), amount: part });
    }
    // Something remains only if, by the rules, the winner can win no pot. `oddAwards` reports such a winner.
    if (rest > 0) awards.push({ seat, pot: 0, ...(run !== null && { run: run + 1 }), amount: rest });
  }
  return awards;
}

type OddAward = 'other_winner' | 'not_in_the_pot' | 'pots_differ';

/** How the awards contradict the cards and the pots. */
function oddAwards(
  parsed: ParsedHand,
  awards: readonly Award[],
  pots: readonly Pot[],
  taken: number,
  rank: RankOf,
): OddAward[] {
  const odd = new Set<OddAward>();
  const isHighLow = parsed.game.game === 'plo8';
  const increment = parsed.game.currency === null ? 100 : 1;
  for (const [index, pot] of pots.entries()) {
    const own = awardsOf(awards, index);
    if (!isWithin(pot, taken, own)) odd.add('pots_differ');
    const byRun = Map.groupBy(own, ({ run = 1 }) => run);
    for (const [run, inRun] of byRun) {
      const winners = [...new Set(inRun.map(({ seat }) => seat))];
      if (winners.some((seat) => !pot.contenders.includes(seat))) odd.add('not_in_the_pot');
      // The high and the low half have different winners, and may have different sizes.
      if (isHighLow) continue;
      if (shouldOthersWin(pot, winners, (seat) => rank(seat, run - 1))) odd.add('other_winner');
      if (spreadOf(winners.map((seat) => wonBy(inRun, seat))) > increment) odd.add('pots_differ');
    }
    if (spreadOf([...byRun.values()].map(sumOfAwards)) > increment * pots.length) odd.add('pots_differ');
  }
  return [...odd];
}

/** Whether the known cards give the pot to other seats than the winners, or to more or fewer seats. */
function shouldOthersWin(
  { contenders }: Pot,
  winners: readonly number[],
  rankOf: (seat: number) => number | undefined,
): boolean {
  const ranks = new Map(contenders.map((seat) => [seat, rankOf(seat)]));
  const known = [...ranks.values()].filter((rank) => rank !== undefined);
  const best = Math.max(...known);
  if (winners.some((seat) => (ranks.get(seat) ?? best) < best)) return true;
  const isAllKnown = known.length === contenders.length && contenders.length > 1;
  return isAllKnown && contenders.filter((seat) => ranks.get(seat) === best).length !== winners.length;
}

/** The difference between the largest and the smallest amount. */
const spreadOf = (amounts: readonly number[]) => Math.max(...amounts) - Math.min(...amounts);
