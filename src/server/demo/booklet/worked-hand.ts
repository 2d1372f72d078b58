/** A hand written for a lesson, validated action by action. Amounts are hundredths of a big blind. */
export type WorkedHand = {
  title: string;
  /** Such as `BB with 100 bb, blinds 0.5/1`. */
  setting: string;
  hero: { seat: string; cards: string[] };
  streets: WorkedStreet[];
  /** At the end of the hand, before rake. */
  pot: number;
  shows: { seat: string; cards: string[] }[];
};

type WorkedStreet = {
  name: 'Preflop' | 'Flop' | 'Turn' | 'River';
  cards: string[];
  /** Before the first action of this street; blinds and antes are in it. */
  pot: number;
  /** Such as seat `BB` with the text `checks`. */
  actions: { seat: string; text: string }[];
};

const seatOrder = ['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'] as const;
const cardPattern = /[2-9TJQKA][shdc]/g;

/** Splits `Ks8s3d` into its cards. @throws Error for invalid text */
export function readCards(text: string): string[] {
  const cards = text.match(cardPattern) ?? [];
  if (cards.join('') !== text.replaceAll(' ', '')) throw new Error(`Not cards: ${text}`);
  return cards;
}

/** Such as `2.5`, without trailing zeros. */
export function inBigBlinds(hundredths: number): string {
  return String(Number((hundredths / 100).toFixed(2)));
}

/** A player at the table. `paid` counts only the current street. */
type Player = { seat: string; stack: number; paid: number; folded: boolean };

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
    if (name !== 'Preflop') table.nextStreet();
    const pot = table.pot;
    const actions = (line.value ?? '')
      .split(',')
      .map((action) => action.trim())
      .filter((action) => action !== '')
      .map((action) => table.act(action));
    table.close(name);
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
    pot: table.pot,
    shows,
  };
}

/** `100` gives each of the six seats this stack; `BTN 25, BB 40` occupies only these seats. */
function readStacks(text: string): { seat: string; stack: number }[] {
  if (/^[\d.]+$/.test(text)) return seatOrder.map((seat) => ({ seat, stack: toHundredths(text) }));
  return text.split(',').map((entry) => {
    const [seat = '', stack] = entry.trim().split(' ', 2);
    if (!(seatOrder as readonly string[]).includes(seat)) throw new Error(`Not a seat: ${seat}`);
    return { seat, stack: toHundredths(stack) };
  });
}

class Table {
  readonly #players: Player[];
  /** All players, in the order in which they act on this street. */
  #order: Player[];
  /** Players who still have to act on this street, in order. */
  #waiting: Player[];
  /** The amount to which players must call on this street. */
  #bet: number;
  /** The smallest amount by which a raise must exceed the bet. */
  #raise: number;
  readonly #big: number;
  pot = 0;

  constructor(stacks: { seat: string; stack: number }[], small: number, big: number, ante: number) {
    this.#players = seatOrder.flatMap((seat) =>
      stacks
        .filter((player) => player.seat === seat)
        .map(({ stack }) => ({ seat, stack, paid: 0, folded: false })),
    );
    this.#big = big;
    this.#pay(this.#at(this.#players.length === 2 ? 'BTN' : 'SB'), small);
    this.#pay(this.#at('BB'), big);
    const bigBlind = this.#at('BB');
    // The big blind pays the ante for the whole table.
    const antePaid = Math.min(ante, bigBlind.stack);
    bigBlind.stack -= antePaid;
    this.pot += antePaid;
    this.#order = [...this.#players];
    this.#waiting = this.#order.filter(({ stack }) => stack > 0);
    this.#bet = big;
    this.#raise = big;
  }

  #at(seat: string): Player {
    const player = this.#players.find((known) => known.seat === seat);
    if (!player) throw new Error(`No player sits in ${seat}`);
    return player;
  }

  #pay(player: Player, amount: number): void {
    const paid = Math.min(amount, player.stack);
    player.stack -= paid;
    player.paid += paid;
    this.pot += paid;
  }

  nextStreet(): void {
    for (const player of this.#players) player.paid = 0;
    const blindsFirst = this.#players.filter(({ seat }) => seat === 'SB' || seat === 'BB');
    this.#order = [...blindsFirst, ...this.#players.filter((player) => !blindsFirst.includes(player))];
    const inHand = this.#order.filter(({ folded, stack }) => !folded && stack > 0);
    this.#waiting = inHand.length > 1 ? inHand : [];
    this.#bet = 0;
    this.#raise = this.#big;
  }

  /** @param text such as `BTN raise 2.5` */
  act(text: string): { seat: string; text: string } {
    const [seat = '', verb = '', amount] = text.split(' ');
    const player = this.#waiting[0];
    if (player?.seat !== seat)
      throw new Error(`Out of turn, ${player?.seat ?? 'no player'} is to act: ${text}`);
    this.#waiting.shift();
    const owed = this.#bet - player.paid;
    switch (verb) {
      case 'fold':
        player.folded = true;
        return { seat, text: 'folds' };
      case 'check':
        if (owed > 0) throw new Error(`There is a bet to call: ${text}`);
        return { seat, text: 'checks' };
      case 'call': {
        if (owed <= 0) throw new Error(`There is nothing to call: ${text}`);
        const isAllIn = owed >= player.stack;
        const paid = Math.min(owed, player.stack);
        this.#pay(player, owed);
        return { seat, text: isAllIn ? `calls ${inBigBlinds(paid)} all-in` : 'calls' };
      }
      case 'bet':
      case 'raise':
        return this.#raiseTo(player, toHundredths(amount), verb, text);
      case 'all-in':
        return this.#raiseTo(player, player.paid + player.stack, this.#bet === 0 ? 'bet' : 'raise', text);
      default:
        throw new Error(`Unknown action: ${text}`);
    }
  }

  #raiseTo(player: Player, to: number, verb: 'bet' | 'raise', text: string) {
    if ((verb === 'bet') !== (this.#bet === 0))
      throw new Error(`Write bet before the first bet, and raise after it: ${text}`);
    const added = to - player.paid;
    if (added > player.stack) throw new Error(`More than the stack: ${text}`);
    const isAllIn = added === player.stack;
    if (to <= this.#bet || (to - this.#bet < this.#raise && !isAllIn))
      throw new Error(`Too small a raise: ${text}`);
    this.#raise = Math.max(this.#raise, to - this.#bet);
    this.#bet = to;
    this.#pay(player, added);
    const start = this.#order.indexOf(player);
    this.#waiting = [...this.#order.slice(start + 1), ...this.#order.slice(0, start)].filter(
      ({ folded, stack }) => !folded && stack > 0,
    );
    const size = inBigBlinds(to);
    const words = verb === 'bet' ? `bets ${size}` : `raises to ${size}`;
    return { seat: player.seat, text: isAllIn ? `${words} all-in` : words };
  }

  /** Ends a street and returns an uncalled part of the last bet. @throws Error while a player still has to act */
  close(street: string): void {
    const inHand = this.#players.filter(({ folded }) => !folded);
    const next = this.#waiting[0];
    if (inHand.length > 1 && next) throw new Error(`${street}: ${next.seat} still has to act`);
    const [most, second] = this.#players.toSorted((one, other) => other.paid - one.paid);
    const uncalled = (most?.paid ?? 0) - (second?.paid ?? 0);
    if (!most || uncalled === 0) return;
    most.stack += uncalled;
    most.paid -= uncalled;
    this.pot -= uncalled;
  }
}
