import type { Award, Hand } from '../hand.ts';
import { knownCardsOf } from '../hand-result.ts';
import { awardPots, type Pot, type RankOf, rakedPots } from '../pots.ts';
import { rankIn } from '../settle.ts';
import { HandReadError } from './hand-read-error.ts';
import { type Oddity, oddityOf } from './oddities.ts';
import type { ParsedAward, ParsedHand } from './parsed-hand.ts';

export type GivenAwards = { awards: Award[]; rake: number; oddities: Oddity[] };

type SilentReturn = { seat: number; amount: number } | null;

/**
 * Assigns what each seat won, according to the text, to the pots that follow from the rules. Checks that the amounts
 * add up exactly, and compares the winners with the cards, as far as these are known.
 * @param silent an unmatched bet whose return the text does not mention; awards may include it
 * @param end index of the last line of the hand, which an error or oddity names if no other line is its cause
 * @throws HandReadError if awards, rake and fees do not add up to the pot, or the text states another pot
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
  const sum = won.reduce((total, { amount }) => total + amount, 0);
  const rake = pot - fees - sum;
  if (
    rake < 0 ||
    (parsed.rake !== null && parsed.rake !== rake) ||
    (parsed.rake === null && rake > maxRake(parsed, pot)) ||
    (parsed.game.kind === 'tournament' && rake > 0)
  ) {
    throw new HandReadError('does_not_balance', parsed.awards[0]?.at ?? end);
  }
  // A room that writes no line for a returned bet may include the bet in the stated pot.
  const isHeld = won !== parsed.awards;
  const stated = parsed.statedPot ?? pot;
  if (stated !== pot && !(isHeld && stated === pot + (silent?.amount ?? 0)))
    throw new HandReadError('does_not_balance', end);
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

/** The awards without the returned bet that they may include. @param pot the pot without fees */
function withoutReturn(parsed: ParsedHand, pot: number, silent: SilentReturn, end: number): ParsedAward[] {
  const sum = parsed.awards.reduce((total, { amount }) => total + amount, 0);
  if (!silent || parsed.awardsHoldReturns === 'never') return parsed.awards;
  const own = parsed.awards.filter(({ seat }) => seat === silent.seat);
  const canHold = own.reduce((total, { amount }) => total + amount, 0) >= silent.amount;
  const canBe = (rake: number) =>
    rake >= 0 && (parsed.rake === null ? rake <= usualRake(parsed, pot) : rake === parsed.rake);
  const isHeld = canHold && canBe(pot - sum + silent.amount);
  const isApart = parsed.awardsHoldReturns === 'maybe' && canBe(pot - sum);
  // It must be certain whether the awards include the returned bet.
  if (isHeld === isApart) throw new HandReadError('does_not_balance', parsed.awards[0]?.at ?? end);
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
 * The largest rake that is accepted if the text states none: as `usualRake`, but at least two cents if any rake is
 * usual, because rooms round up in the smallest pots.
 */
const maxRake = (parsed: ParsedHand, pot: number) => {
  const usual = usualRake(parsed, pot);
  return usual === 0 ? 0 : Math.max(2, usual);
};

function rankOf(parsed: ParsedHand): RankOf {
  const cards = new Map(
    parsed.seats.map(({ seat }) => [seat, knownCardsOf(parsed as Pick<Hand, 'seats' | 'shows'>, seat)]),
  );
  return (seat, run) => rankIn(parsed.game.game, cards.get(seat), parsed.boards[run]);
}

/**
 * What each seat won, from the pots that the text names or, if there is only one pot, from that pot.
 * @returns null if the text does not name the pot of an award, or the awards of a pot do not fit its amount
 */
function byNamedPots(won: readonly ParsedAward[], pots: readonly Pot[], taken: number): Award[] | null {
  const isOne = pots.length === 1;
  if (!isOne && won.some(({ pot }) => pot === null)) return null;
  const fits = pots.every(({ units }, index) => {
    const sum = won.reduce((total, { pot, amount }) => total + (isOne || pot === index ? amount : 0), 0);
    return sum <= units && sum >= units - taken;
  });
  if (!fits || won.some(({ pot }) => !isOne && (pot ?? 0) >= pots.length)) return null;
  return won.map(({ seat, pot, run, amount }) => ({
    seat,
    pot: isOne ? 0 : (pot ?? 0),
    ...(run !== null && { run: run + 1 }),
    amount,
  }));
}

/**
 * The awards that the players' cards give by the rules.
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
  // Rooms usually divide pots of chips into whole chips.
  const grains = parsed.game.currency === null ? [100, 1] : [1];
  const total = (list: readonly { seat: number; amount: number }[], seat: number) =>
    list.reduce((sum, award) => sum + (award.seat === seat ? award.amount : 0), 0);
  for (const grain of grains) {
    const awards = awardPots(rakedPots(pots, taken), runs, rank, grain);
    if (awards && parsed.seats.every(({ seat }) => total(awards, seat) === total(won, seat))) return awards;
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
    // Only for a winner who, by the rules, can win no pot. `oddAwards` reports this.
    if (rest > 0) awards.push({ seat, pot: 0, ...(run !== null && { run: run + 1 }), amount: rest });
  }
  return awards;
}

/** How the awards contradict the cards and the pots. */
function oddAwards(
  parsed: ParsedHand,
  awards: readonly Award[],
  pots: readonly Pot[],
  taken: number,
  rank: RankOf,
): ('other_winner' | 'not_in_the_pot' | 'pots_differ')[] {
  const odd = new Set<'other_winner' | 'not_in_the_pot' | 'pots_differ'>();
  const isHighLow = parsed.game.game === 'plo8';
  const grain = parsed.game.currency === null ? 100 : 1;
  for (const [index, { units, contenders }] of pots.entries()) {
    const own = awards.filter(({ pot }) => pot === index);
    const sum = own.reduce((total, { amount }) => total + amount, 0);
    if (sum > units || sum < units - taken) odd.add('pots_differ');
    const runs = new Set(own.map(({ run }) => run ?? 1));
    for (const run of runs) {
      const inRun = own.filter((award) => (award.run ?? 1) === run);
      const winners = [...new Set(inRun.map(({ seat }) => seat))];
      if (winners.some((seat) => !contenders.includes(seat))) odd.add('not_in_the_pot');
      if (isHighLow) continue;
      const ranks = new Map(contenders.map((seat) => [seat, rank(seat, run - 1)]));
      const known = [...ranks.values()].filter((value) => value !== undefined);
      const best = Math.max(...known);
      const isWorse = (seat: number) => (ranks.get(seat) ?? best) < best;
      const bestSeats = contenders.filter((seat) => ranks.get(seat) === best);
      const isAllKnown = known.length === contenders.length && contenders.length > 1;
      if (winners.some(isWorse) || (isAllKnown && bestSeats.length !== winners.length))
        odd.add('other_winner');
      const parts = winners.map((seat) =>
        inRun.reduce((total, award) => total + (award.seat === seat ? award.amount : 0), 0),
      );
      if (Math.max(...parts) - Math.min(...parts) > grain) odd.add('pots_differ');
    }
    const perRun = [...runs].map((run) =>
      own.reduce((total, award) => total + ((award.run ?? 1) === run ? award.amount : 0), 0),
    );
    if (perRun.length > 1 && Math.max(...perRun) - Math.min(...perRun) > grain * pots.length)
      odd.add('pots_differ');
  }
  return [...odd];
}
