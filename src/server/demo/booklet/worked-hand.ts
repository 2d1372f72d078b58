import {
  type DealState,
  legalActions,
  startDeal,
  stepDeal,
  stepOrThrow,
} from '../../../shared/poker/deal.ts';
import { forcedPosts } from '../../../shared/poker/forced-posts.ts';
import type { HandAction } from '../../../shared/poker/hand.ts';
import { cardText, readCards as readPlayingCards } from '../../../shared/poker/playing-card.ts';
import { moneyIn } from '../../../shared/poker/table-states.ts';

/** A hand written for a lesson, validated action by action. Amounts are hundredths of a big blind. */
export type WorkedHand = {
  title: string;
  /** Such as `BB with 100 bb, blinds 0.5/1`. */
  setting: string;
  hero: { seat: string; cards: string[] };
  streets: WorkedStreet[];
  /** The pot at the end of the hand, before rake. */
  pot: number;
  shows: { seat: string; cards: string[] }[];
};

type WorkedStreet = {
  name: 'Preflop' | 'Flop' | 'Turn' | 'River';
  cards: string[];
  /** The pot before the first action of this street, with blinds and antes. */
  pot: number;
  /** Such as seat `BB` with the text `checks`. */
  actions: { seat: string; text: string }[];
};

/** The seats in the order in which they act before the flop. A seat's number is its index in this list. */
const seatOrder = ['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'];

/** Splits `Ks8s3d` into its cards. @throws RangeError for invalid text */
export const readCards = (text: string) => readPlayingCards(text).map(cardText);

/** Such as `2.5`, without trailing zeros. */
export function inBigBlinds(hundredths: number): string {
  return String(Number((hundredths / 100).toFixed(2)));
}

const toHundredths = (text: string | undefined) => {
  const amount = Number(text);
  if (text === undefined || !Number.isFinite(amount) || amount < 0) throw new Error(`Not an amount: ${text}`);
  return Math.round(amount * 100);
};

/**
 * Parses a hand, with lines such as `hero: BB QsJs` and `flop Qh8c3d: BB check, BTN bet 2`, and plays it by the rules
 * of the game.
 * @throws Error for an illegal hand, for example an action out of turn, or a repeated card
 */
export function readWorkedHand(text: string): WorkedHand {
  const lines = text
    .split('\n')
    .map(
      (line) =>
        /^(?<key>[a-z ]*?)(?: (?<cards>(?:[2-9TJQKA][shdc] ?)+))?:\s*(?<value>.*)$/.exec(line.trim())?.groups,
    )
    .filter((groups) => groups !== undefined);
  const valueFor = (key: string) => lines.find((line) => line.key === key)?.value;
  const dealt = new Set<string>();
  const deal = (cards: string[]) => {
    for (const one of cards) {
      if (dealt.has(one)) throw new Error(`${one} is dealt twice`);
      dealt.add(one);
    }
    return cards;
  };

  const [small, big] = (valueFor('blinds') ?? '0.5/1').split('/').map(toHundredths);
  const players = readStacks(valueFor('stacks') ?? '100');
  const [heroSeat = '', heroCards = ''] = (valueFor('hero') ?? '').split(' ', 2);
  const hero = { seat: heroSeat, cards: deal(readCards(heroCards)) };
  if (!players.some(({ seat }) => seat === hero.seat)) throw new Error(`No player sits in ${hero.seat}`);

  const table = new Table(players, small ?? 50, big ?? 100, toHundredths(valueFor('ante') ?? '0'));
  const streets: WorkedStreet[] = [];
  for (const [key, name] of [
    ['preflop', 'Preflop'],
    ['flop', 'Flop'],
    ['turn', 'Turn'],
    ['river', 'River'],
  ] as const) {
    const line = lines.find((known) => known.key === key);
    if (!line) continue;
    const cards = deal(readCards(line.cards ?? ''));
    if (cards.length !== { Preflop: 0, Flop: 3, Turn: 1, River: 1 }[name])
      throw new Error(`${name}: wrong number of cards`);
    if (key !== 'preflop') table.play({ a: 'street', street: key }, name);
    const pot = moneyIn(table.state);
    const actions = (line.value ?? '')
      .split(',')
      .map((action) => action.trim())
      .filter((action) => action !== '')
      .map((action) => table.act(action));
    const next = legalActions(table.state);
    if (next) throw new Error(`${name}: ${seatOrder[next.seat]} still has to act`);
    streets.push({ name, cards, pot, actions });
  }
  const shows = (valueFor('shows') ?? '')
    .split(';')
    .filter((show) => show.trim() !== '')
    .map((show) => {
      const [seat = '', cards = ''] = show.trim().split(' ', 2);
      return { seat, cards: deal(readCards(cards)) };
    });
  const depth = players.find(({ seat }) => seat === hero.seat)?.stack ?? 0;
  const blinds = `blinds ${inBigBlinds(small ?? 50)}/${inBigBlinds(big ?? 100)}`;
  const ante = valueFor('ante') ? `, ante ${valueFor('ante')}` : '';
  return {
    title: valueFor('title') ?? '',
    setting: `${hero.seat} with ${inBigBlinds(depth)} bb, ${blinds}${ante}`,
    hero,
    streets,
    pot: moneyIn(table.state),
    shows,
  };
}

/** `100` gives each of the six seats this stack; `BTN 25, BB 40` occupies only these seats. */
function readStacks(text: string): { seat: string; stack: number }[] {
  if (/^[\d.]+$/.test(text)) return seatOrder.map((seat) => ({ seat, stack: toHundredths(text) }));
  return text.split(',').map((entry) => {
    const [seat = '', stack] = entry.trim().split(' ', 2);
    if (!seatOrder.includes(seat)) throw new Error(`Not a seat: ${seat}`);
    return { seat, stack: toHundredths(stack) };
  });
}

class Table {
  state: DealState;

  constructor(stacks: { seat: string; stack: number }[], small: number, big: number, ante: number) {
    for (const seat of [stacks.length === 2 ? 'BTN' : 'SB', 'BB'])
      if (!stacks.some((player) => player.seat === seat)) throw new Error(`No player sits in ${seat}`);
    const setup = {
      game: 'nlhe' as const,
      // The big blind pays the ante for the whole table.
      stakes: { small, big, ...(ante > 0 && { ante: { bigBlindPays: ante } }) },
      button: seatOrder.indexOf('BTN'),
      seats: stacks.map(({ seat, stack }) => ({ seat: seatOrder.indexOf(seat), stack })),
    };
    this.state = forcedPosts(setup).reduce(stepOrThrow, startDeal(setup));
  }

  /** @param text - names the action in an error */
  play(action: HandAction, text: string): void {
    const next = stepDeal(this.state, action);
    if ('violation' in next) throw new Error(`${next.violation}: ${text}`);
    this.state = next;
  }

  /** @param text - such as `BTN raise 2.5` */
  act(text: string): { seat: string; text: string } {
    const [name = '', verb = '', amount] = text.split(' ');
    const seat = seatOrder.indexOf(name);
    const own = this.state.seats.find((each) => each.seat === seat);
    if (!own) throw new Error(`No player sits in ${name}`);
    const call = legalActions(this.state)?.call ?? 0;
    const { bet, stack } = own;
    switch (verb) {
      case 'fold':
        this.play({ a: 'fold', seat }, text);
        return { seat: name, text: 'folds' };
      case 'check':
        this.play({ a: 'check', seat }, text);
        return { seat: name, text: 'checks' };
      case 'call':
        this.play({ a: 'call', seat }, text);
        return { seat: name, text: call === stack ? `calls ${inBigBlinds(call)} all-in` : 'calls' };
      case 'bet':
      case 'raise':
      case 'all-in': {
        const isBet = verb === 'all-in' ? this.state.bet === 0 : verb === 'bet';
        const to = verb === 'all-in' ? bet + stack : toHundredths(amount);
        this.play({ a: isBet ? 'bet' : 'raise', seat, to }, text);
        const words = `${isBet ? 'bets' : 'raises to'} ${inBigBlinds(to)}`;
        return { seat: name, text: to === bet + stack ? `${words} all-in` : words };
      }
      default:
        throw new Error(`Unknown action: ${text}`);
    }
  }
}
