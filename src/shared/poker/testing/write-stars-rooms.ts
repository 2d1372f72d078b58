import { sumOfAwards, wonBy } from '../hand-result.ts';
import type { PlayingCard } from '../playing-card.ts';
import {
  boardOf,
  type Event,
  fixed,
  type HandFacts,
  heroCards,
  isPosted,
  list,
  money,
  plain,
  potName,
  type Wording,
  written,
} from './room-text.ts';

/** Writes a hand as PokerStars or GGPoker would in a hand history, for tests that read it back. */
export function stars(facts: HandFacts, { isGg }: { isGg: boolean }): string {
  const { hand, events, won, shown, folded } = facts;
  const m = money(facts);
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'Omaha Pot Limit' : "Hold'em No Limit";
  const isTournament = hand.kind === 'tournament';
  const about = isTournament
    ? `Tournament #7, $1+$0.10 USD ${game} - Level II (${plain(small)}/${plain(big)})`
    : `${game} ($${fixed(small)}/$${fixed(big)} USD)`;
  const line = (event: Event): string[] => {
    if ('street' in event) {
      const open = event.open.length > 0 ? `[${list(event.open)}] ` : '';
      return [`*** ${event.street.toUpperCase()} *** ${open}[${list(event.cards)}]`];
    }
    const { what, name, added, to, by, isAllIn } = event;
    const allIn = isAllIn ? ' and is all-in' : '';
    switch (what) {
      case 'fold':
      case 'check':
        return [`${name}: ${what}s`];
      case 'call':
      case 'bet':
        return [`${name}: ${what}s ${m(added)}${allIn}`];
      case 'raise':
        return [`${name}: raises ${m(by)} to ${m(to)}${allIn}`];
      case 'return':
        return [`Uncalled bet (${m(added)}) returned to ${name}`];
      case 'ante':
        return [`${name}: posts the ante ${m(added)}${allIn}`];
      case 'straddle':
        return [`${name}: ${isGg ? '' : 'posts '}straddle ${m(added)}${allIn}`];
      default:
        return added === 0 ? [] : [`${name}: posts ${what} blind ${m(added)}${allIn}`];
    }
  };
  const result = (seat: number): string => {
    const show = shown.find((each) => each.seat === seat);
    const sum = wonBy(facts.won, seat);
    if (folded.has(seat)) return 'folded before Flop';
    if (!show) return `collected (${m(sum)})`;
    const cards = `showed [${list(show.cards as PlayingCard[])}]`;
    return sum > 0 ? `${cards} and won (${m(sum)}) with a hand` : `${cards} and lost with a hand`;
  };
  const board = boardOf(facts);
  return [
    `${isGg ? 'Poker Hand #RC1: ' : 'PokerStars Hand #1:  '}${about} - 2024/03/05 20:10:00${isGg ? '' : ' ET'}`,
    `Table 'Test' ${hand.maxSeats}-max Seat #${hand.button} is the button`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${facts.names.get(seat)} (${m(stack)} in chips)`),
    ...events.filter(isPosted).flatMap(line),
    '*** HOLE CARDS ***',
    `Dealt to ${facts.names.get(hand.hero ?? 0)} [${list(heroCards(facts))}]`,
    ...events.filter((event) => !isPosted(event)).flatMap(line),
    ...(shown.length > 0 ? [isGg ? '*** SHOWDOWN ***' : '*** SHOW DOWN ***'] : []),
    ...shown.map(
      ({ seat, cards }) => `${facts.names.get(seat)}: shows [${list(cards as PlayingCard[])}] (a hand)`,
    ),
    ...won.map(({ name, amount, pot }) => `${name} collected ${m(amount)} from ${potName(facts, pot)}`),
    '*** SUMMARY ***',
    `Total pot ${m(facts.pot)} | Rake ${m(hand.rake)}`,
    ...(board.length > 0 ? [`Board [${list(board)}]`] : []),
    ...hand.seats.map(({ seat }) => `Seat ${seat}: ${facts.names.get(seat)} ${result(seat)}`),
  ].join('\n');
}

export function winamax(facts: HandFacts): string {
  const { hand, won, shown } = facts;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `${plain(units)}€`);
  const { small, big } = hand.stakes;
  const head = isTournament ? 'Tournament "Test" buyIn: 1€ + 0.10€ level: 2' : 'CashGame';
  const returned = (seat: number) =>
    facts.events.reduce(
      (sum, event) =>
        sum + ('street' in event || event.what !== 'return' || event.seat !== seat ? 0 : event.added),
      0,
    );
  // Winamax does not write that an uncalled bet is returned: the seat's last award includes it.
  const awards = won.map((award, index) => {
    const isLast = won.findLastIndex(({ seat }) => seat === award.seat) === index;
    return { ...award, amount: award.amount + (isLast ? returned(award.seat) : 0) };
  });
  const total = sumOfAwards(awards);
  const lines: Wording = {
    street: ({ street, open, cards }) =>
      `*** ${street.toUpperCase()} *** ${open.length > 0 ? `[${list(open)}]` : ''}[${list(cards)}]`,
    step: ({ what, name, added, to, by, isAllIn }) => {
      const allIn = isAllIn ? ' and is all-in' : '';
      if (what === 'return') return [];
      if (what === 'fold' || what === 'check') return [`${name} ${what}s`];
      if (what === 'raise') return [`${name} raises ${m(by)} to ${m(to)}${allIn}`];
      if (what === 'call' || what === 'bet') return [`${name} ${what}s ${m(added)}${allIn}`];
      if (added === 0) return [];
      const post = what === 'small' || what === 'big' ? `${what} blind` : what;
      return [`${name} posts ${post} ${m(added)}${allIn}`];
    },
  };
  const isSplit = awards.some(({ pot }) => pot > 0);
  const from = (pot: number) => (!isSplit ? 'pot' : pot === 0 ? 'main pot' : `side pot ${pot}`);
  return [
    `Winamax Poker - ${head} - HandId: #1-2-3 - ${hand.game === 'plo' ? 'Omaha pot limit' : 'Holdem no limit'} (${m(small)}/${m(big)}) - 2024/03/05 20:10:00 UTC`,
    `Table: 'Test' ${hand.maxSeats}-max (real money) Seat #${hand.button} is the button`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${facts.names.get(seat)} (${m(stack)})`),
    '*** ANTE/BLINDS ***',
    ...written(facts, lines, isPosted),
    `Dealt to ${facts.names.get(hand.hero ?? 0)} [${list(heroCards(facts))}]`,
    '*** PRE-FLOP ***',
    ...written(facts, lines, (event) => !isPosted(event)),
    ...(shown.length > 0 ? ['*** SHOW DOWN ***'] : []),
    ...shown.map(
      ({ seat, cards }) => `${facts.names.get(seat)} shows [${list(cards as PlayingCard[])}] (a hand)`,
    ),
    ...awards.map(({ name, amount, pot }) => `${name} collected ${m(amount)} from ${from(pot)}`),
    '*** SUMMARY ***',
    `Total pot ${m(total)} | ${hand.rake > 0 ? `Rake ${m(hand.rake)}` : 'No rake'}`,
    ...(boardOf(facts).length > 0 ? [`Board: [${list(boardOf(facts))}]`] : []),
    ...hand.seats.flatMap(({ seat }) => {
      const sum = wonBy(awards, seat);
      return sum > 0 ? [`Seat ${seat}: ${facts.names.get(seat)} won ${m(sum)}`] : [];
    }),
  ].join('\n');
}

export function wpn(facts: HandFacts): string {
  const { hand, won, shown, folded } = facts;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? fixed(units) : `$${fixed(units)}`);
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'Omaha(Pot Limit)' : 'Holdem(No Limit)';
  const lines: Wording = {
    street: ({ street, open, cards }) =>
      `*** ${street.toUpperCase()} *** ${open.length > 0 ? `[${list(open)}] ` : ''}[${list(cards)}]`,
    step: ({ what, name, added, to, isAllIn }) => {
      const allIn = isAllIn ? ' and is all-in' : '';
      if (what === 'return') return [`Uncalled bet (${m(added)}) returned to ${name}`];
      if (what === 'fold' || what === 'check') return [`${name} ${what}s`];
      if (what === 'raise') return [`${name} raises ${m(added)} to ${m(to)}${allIn}`];
      if (what === 'call' || what === 'bet') return [`${name} ${what}s ${m(added)}${allIn}`];
      if (added === 0) return [];
      return [
        `${name} posts ${what === 'ante' || what === 'straddle' ? what : `the ${what} blind`} ${m(added)}${allIn}`,
      ];
    },
  };
  const isSplit = won.some(({ pot }) => pot > 0);
  const result = (seat: number) => {
    const show = shown.find((each) => each.seat === seat);
    const sum = wonBy(facts.won, seat);
    if (folded.has(seat)) return 'folded on the Pre-Flop';
    const cards = show ? `showed [${list(show.cards as PlayingCard[])}]` : 'did not show';
    return sum > 0 ? `${cards} and won ${m(sum)}` : `${cards} and lost`;
  };
  return [
    `${isTournament ? 'Game Hand #1 - Tournament #7 - ' : 'Hand #1 - '}${game} - ${isTournament ? `Level 2 (${fixed(small)}/${fixed(big)})` : `${m(small)}/${m(big)} `}- 2024/03/05 20:10:00 UTC`,
    `Table 'Test' ${hand.maxSeats}-max Seat #${hand.button} is the button`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${facts.names.get(seat)} (${m(stack)})`),
    ...written(facts, lines, isPosted),
    '*** HOLE CARDS ***',
    `Dealt to ${facts.names.get(hand.hero ?? 0)} [${list(heroCards(facts))}]`,
    ...written(facts, lines, (event) => !isPosted(event)),
    ...(shown.length > 0 ? ['*** SHOW DOWN ***'] : []),
    ...shown.map(
      ({ seat, cards }) => `${facts.names.get(seat)} shows [${list(cards as PlayingCard[])}] (a hand)`,
    ),
    ...won.map(({ name, amount, pot }) => {
      const from = !isSplit || pot === 0 ? 'main pot' : `side pot-${pot}`;
      return `${name} collected ${m(amount)} from ${from}`;
    }),
    '*** SUMMARY ***',
    `Total pot ${m(facts.pot - hand.rake)}${hand.rake > 0 ? ` | Rake ${m(hand.rake)}` : ''}`,
    ...(boardOf(facts).length > 0 ? [`Board [${list(boardOf(facts))}]`] : []),
    ...hand.seats.map(({ seat }) => `Seat ${seat}: ${facts.names.get(seat)} ${result(seat)}`),
  ].join('\n');
}
