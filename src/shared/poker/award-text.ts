import { cardNames, type HandFormat, joinedText, sentence } from './action-text.ts';
import { describeRank } from './evaluate.ts';
import type { Award } from './hand.ts';
import { hasShowdown, knownCardsOf, resultOf, sumOfAwards } from './hand-result.ts';
import { rankIn } from './settle.ts';

/** The awards of one pot in one run. */
export type AwardGroup = { pot: number; run: number | undefined; awards: Award[] };

/** Groups awards in the order in which they are announced: run by run, and in each run the main pot first. */
export function awardGroups(awards: readonly Award[]): AwardGroup[] {
  const groups: AwardGroup[] = [];
  for (const award of awards) {
    const group = groups.find(({ pot, run }) => pot === award.pot && run === award.run);
    if (group) group.awards.push(award);
    else groups.push({ pot: award.pot, run: award.run, awards: [award] });
  }
  return groups.toSorted((one, other) => (one.run ?? 0) - (other.run ?? 0) || one.pot - other.pot);
}

/** Such as `Hero wins 50.6 bb with a flush, ace high.` */
export function awardSentence(format: HandFormat, { pot, run, awards }: AwardGroup): string {
  const { hand, nameOf, amount } = format;
  const potCount = Math.max(...hand.awards.map((award) => award.pot)) + 1;
  const which = potCount === 1 ? '' : ` from ${potName(pot, potCount)}`;
  const [first] = awards;
  // If there are several boards, an award without a run belongs to the only contender of a pot, who wins on all boards.
  // Such an award is announced without a winning hand.
  const board = run === undefined && hand.boards.length > 1 ? undefined : hand.boards[(run ?? 1) - 1];
  const rank =
    first && hasShowdown(hand) ? rankIn(hand.game, knownCardsOf(hand, first.seat), board) : undefined;
  const withWhat = rank === undefined ? '' : ` with ${describeRank(rank)}`;
  const inRun = run === undefined ? '' : `in run ${run} `;
  // A seat that wins the high and the low half of a pot has two awards of the pot.
  const winners = [...Map.groupBy(awards, ({ seat }) => seat)].map(([seat, own]) => {
    return `${nameOf(seat)} wins ${amount(sumOfAwards(own))}`;
  });
  return sentence(`${inRun}${joinedText(winners)}${which}${withWhat}`);
}

/** `the main pot`, `the side pot`, or `side pot 2` if there are several. */
function potName(pot: number, potCount: number): string {
  if (pot === 0) return 'the main pot';
  return potCount > 2 ? `side pot ${pot}` : 'the side pot';
}

/** A sentence for each seat whose cards are shown or mucked. */
export function showSentences({ hand, nameOf }: HandFormat): string[] {
  return hand.shows.flatMap(({ seat, cards, at, mucked }) => {
    const known = cards.filter((card) => card !== null);
    if (known.length === 0) return [];
    const verb = mucked ? 'mucks' : at === 'after' ? 'shows afterwards' : 'shows';
    return [sentence(`${nameOf(seat)} ${verb} ${cardNames(known)}`)];
  });
}

/** Sentences about the hero's net result, rake and fees, and cash-outs. */
export function resultSentences({ hand, nameOf, amount }: HandFormat): string[] {
  const sentences: string[] = [];
  if (hand.hero !== null) {
    const { net } = resultOf(hand, hand.hero);
    const change =
      net === 0 ? 'as much as before' : `${amount(Math.abs(net))} ${net > 0 ? 'more' : 'less'} than before`;
    const name = nameOf(hand.hero);
    const hasCashedOut = (hand.cashOuts ?? []).some(({ seat }) => seat === hand.hero);
    sentences.push(
      sentence(`${hasCashedOut ? 'not counting the cash-out, ' : ''}${name} ends with ${change}`),
    );
  }
  const fees = (hand.fees?.jackpot ?? 0) + (hand.fees?.other ?? 0);
  const purpose = fees === 0 ? 'rake' : hand.rake === 0 ? 'fees' : 'rake and fees';
  if (hand.rake + fees > 0) sentences.push(sentence(`${amount(hand.rake + fees)} was taken as ${purpose}`));
  for (const { seat, amount: paid, fee } of hand.cashOuts ?? []) {
    const cost = fee > 0 ? `, for a fee of ${amount(fee)}` : '';
    sentences.push(
      sentence(`${nameOf(seat)} cashed out for ${amount(paid)}${cost}; this did not change who won the pot`),
    );
  }
  return sentences;
}
