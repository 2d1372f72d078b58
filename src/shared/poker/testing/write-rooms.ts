import type { Hand } from '../hand.ts';
import { cardText, type PlayingCard } from '../playing-card.ts';
import { paidBySeat, tableStates } from '../table-states.ts';

/** An action of a hand with everything that some room writes about it. Amounts are units. */
type Step = {
  what: 'fold' | 'check' | 'call' | 'bet' | 'raise' | 'small' | 'big' | 'ante' | 'straddle' | 'return';
  seat: number;
  name: string;
  /** From the stack to the table, or back. */
  added: number;
  /** The seat's total of the street. */
  to: number;
  /** What a raise adds to the bet before it. */
  by: number;
  isAllIn: boolean;
};
type Street = { street: 'flop' | 'turn' | 'river'; open: PlayingCard[]; cards: PlayingCard[] };
type Event = Step | Street;

type Told = {
  hand: Hand;
  names: ReadonlyMap<number, string>;
  events: Event[];
  pot: number;
  /** What each seat won, in the order of the awards. */
  won: { seat: number; name: string; pot: number; amount: number }[];
  paid: ReadonlyMap<number, number>;
  /** Seats at the showdown. */
  shown: Hand['shows'];
  folded: ReadonlySet<number>;
};

function toldOf(hand: Hand, names: ReadonlyMap<number, string>): Told {
  const states = tableStates(hand);
  const board = hand.boards[0] ?? [];
  const events = hand.actions.map((action, index): Event => {
    const [before, after] = [states[index], states[index + 1]];
    if (action.a === 'street') {
      const size = { flop: 3, turn: 4, river: 5 }[action.street];
      const open = action.street === 'flop' ? [] : board.slice(0, size - 1);
      return { street: action.street, open, cards: board.slice(open.length, size) };
    }
    const own = after?.seats.find(({ seat }) => seat === action.seat);
    const added = after?.added ?? 0;
    const what = action.a === 'post' ? (action.what as Step['what']) : action.a;
    return {
      what,
      seat: action.seat,
      name: names.get(action.seat) ?? '',
      added: Math.abs(added),
      to: own?.bet ?? 0,
      by: (own?.bet ?? 0) - (before?.bet ?? 0),
      isAllIn: own?.stack === 0,
    };
  });
  const taken = hand.rake + (hand.fees?.jackpot ?? 0);
  return {
    hand,
    names,
    events,
    pot: hand.awards.reduce((sum, { amount }) => sum + amount, taken),
    won: hand.awards.map(({ seat, pot, amount }) => ({ seat, name: names.get(seat) ?? '', pot, amount })),
    paid: paidBySeat(hand),
    shown: hand.shows,
    folded: new Set(hand.actions.flatMap((action) => (action.a === 'fold' ? [action.seat] : []))),
  };
}

const list = (cards: readonly PlayingCard[], between = ' ') => cards.map(cardText).join(between);
const plain = (units: number) => String(units / 100);
const fixed = (units: number) => (units / 100).toFixed(2);
const money = ({ hand }: Told, write = plain) => {
  const isChips = hand.unit.currency === null;
  return (units: number) => (isChips ? plain(units) : `$${write(units)}`);
};
const wonBy = ({ won }: Told, seat: number) =>
  won.reduce((sum, award) => sum + (award.seat === seat ? award.amount : 0), 0);
const heroCards = ({ hand }: Told) => hand.seats.find(({ seat }) => seat === hand.hero)?.cards ?? [];
const potName = ({ won }: Told, pot: number) => {
  if (won.every((award) => award.pot === 0)) return 'pot';
  return pot === 0 ? 'main pot' : `side pot-${pot}`;
};
const boardOf = ({ hand }: Told) => hand.boards[0] ?? [];

function stars(told: Told, { isGg }: { isGg: boolean }): string {
  const { hand, events, won, shown, folded } = told;
  const m = money(told);
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
  const isPost = (event: Event) =>
    !('street' in event) && ['small', 'big', 'ante', 'straddle'].includes(event.what);
  const result = (seat: number): string => {
    const show = shown.find((each) => each.seat === seat);
    const sum = wonBy(told, seat);
    if (folded.has(seat)) return 'folded before Flop';
    if (!show) return `collected (${m(sum)})`;
    const cards = `showed [${list(show.cards as PlayingCard[])}]`;
    return sum > 0 ? `${cards} and won (${m(sum)}) with a hand` : `${cards} and lost with a hand`;
  };
  const board = boardOf(told);
  return [
    `${isGg ? 'Poker Hand #RC1: ' : 'PokerStars Hand #1:  '}${about} - 2024/03/05 20:10:00${isGg ? '' : ' ET'}`,
    `Table 'Test' ${hand.maxSeats}-max Seat #${hand.button} is the button`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${told.names.get(seat)} (${m(stack)} in chips)`),
    ...events.filter(isPost).flatMap(line),
    '*** HOLE CARDS ***',
    `Dealt to ${told.names.get(hand.hero ?? 0)} [${list(heroCards(told))}]`,
    ...events.filter((event) => !isPost(event)).flatMap(line),
    ...(shown.length > 0 ? [isGg ? '*** SHOWDOWN ***' : '*** SHOW DOWN ***'] : []),
    ...shown.map(
      ({ seat, cards }) => `${told.names.get(seat)}: shows [${list(cards as PlayingCard[])}] (a hand)`,
    ),
    ...won.map(({ name, amount, pot }) => `${name} collected ${m(amount)} from ${potName(told, pot)}`),
    '*** SUMMARY ***',
    `Total pot ${m(told.pot)} | Rake ${m(hand.rake)}`,
    ...(board.length > 0 ? [`Board [${list(board)}]`] : []),
    ...hand.seats.map(({ seat }) => `Seat ${seat}: ${told.names.get(seat)} ${result(seat)}`),
  ].join('\n');
}

/** Rooms that say in each action what was added. */
type Plain = {
  street: (event: Street) => string;
  step: (step: Step) => string[];
};
const written = (told: Told, { street, step }: Plain, isWanted: (event: Event) => boolean = () => true) =>
  told.events.filter(isWanted).flatMap((event) => ('street' in event ? [street(event)] : step(event)));
const isPosted = (event: Event) =>
  !('street' in event) && ['small', 'big', 'ante', 'straddle'].includes(event.what);

function winamax(told: Told): string {
  const { hand, won, shown } = told;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `${plain(units)}€`);
  const { small, big } = hand.stakes;
  const head = isTournament ? 'Tournament "Test" buyIn: 1€ + 0.10€ level: 2' : 'CashGame';
  const returned = (seat: number) =>
    told.events.reduce(
      (sum, event) =>
        sum + ('street' in event || event.what !== 'return' || event.seat !== seat ? 0 : event.added),
      0,
    );
  // What nobody called stands in the last award of its seat.
  const awards = won.map((award, index) => {
    const isLast = won.findLastIndex(({ seat }) => seat === award.seat) === index;
    return { ...award, amount: award.amount + (isLast ? returned(award.seat) : 0) };
  });
  const total = awards.reduce((sum, { amount }) => sum + amount, 0);
  const lines: Plain = {
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
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${told.names.get(seat)} (${m(stack)})`),
    '*** ANTE/BLINDS ***',
    ...written(told, lines, isPosted),
    `Dealt to ${told.names.get(hand.hero ?? 0)} [${list(heroCards(told))}]`,
    '*** PRE-FLOP ***',
    ...written(told, lines, (event) => !isPosted(event)),
    ...(shown.length > 0 ? ['*** SHOW DOWN ***'] : []),
    ...shown.map(
      ({ seat, cards }) => `${told.names.get(seat)} shows [${list(cards as PlayingCard[])}] (a hand)`,
    ),
    ...awards.map(({ name, amount, pot }) => `${name} collected ${m(amount)} from ${from(pot)}`),
    '*** SUMMARY ***',
    `Total pot ${m(total)} | ${hand.rake > 0 ? `Rake ${m(hand.rake)}` : 'No rake'}`,
    ...(boardOf(told).length > 0 ? [`Board: [${list(boardOf(told))}]`] : []),
    ...hand.seats.flatMap(({ seat }) => {
      const sum = awards.reduce((all, award) => all + (award.seat === seat ? award.amount : 0), 0);
      return sum > 0 ? [`Seat ${seat}: ${told.names.get(seat)} won ${m(sum)}`] : [];
    }),
  ].join('\n');
}

function wpn(told: Told): string {
  const { hand, won, shown, folded } = told;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? fixed(units) : `$${fixed(units)}`);
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'Omaha(Pot Limit)' : 'Holdem(No Limit)';
  const lines: Plain = {
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
    const sum = wonBy(told, seat);
    if (folded.has(seat)) return 'folded on the Pre-Flop';
    const cards = show ? `showed [${list(show.cards as PlayingCard[])}]` : 'did not show';
    return sum > 0 ? `${cards} and won ${m(sum)}` : `${cards} and lost`;
  };
  return [
    `${isTournament ? 'Game Hand #1 - Tournament #7 - ' : 'Hand #1 - '}${game} - ${isTournament ? `Level 2 (${fixed(small)}/${fixed(big)})` : `${m(small)}/${m(big)} `}- 2024/03/05 20:10:00 UTC`,
    `Table 'Test' ${hand.maxSeats}-max Seat #${hand.button} is the button`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${told.names.get(seat)} (${m(stack)})`),
    ...written(told, lines, isPosted),
    '*** HOLE CARDS ***',
    `Dealt to ${told.names.get(hand.hero ?? 0)} [${list(heroCards(told))}]`,
    ...written(told, lines, (event) => !isPosted(event)),
    ...(shown.length > 0 ? ['*** SHOW DOWN ***'] : []),
    ...shown.map(
      ({ seat, cards }) => `${told.names.get(seat)} shows [${list(cards as PlayingCard[])}] (a hand)`,
    ),
    ...won.map(({ name, amount, pot }) => {
      const from = !isSplit || pot === 0 ? 'main pot' : `side pot-${pot}`;
      return `${name} collected ${m(amount)} from ${from}`;
    }),
    '*** SUMMARY ***',
    `Total pot ${m(told.pot - hand.rake)}${hand.rake > 0 ? ` | Rake ${m(hand.rake)}` : ''}`,
    ...(boardOf(told).length > 0 ? [`Board [${list(boardOf(told))}]`] : []),
    ...hand.seats.map(({ seat }) => `Seat ${seat}: ${told.names.get(seat)} ${result(seat)}`),
  ].join('\n');
}

function wpnOld(told: Told): string {
  const { hand, shown } = told;
  const { small, big } = hand.stakes;
  const table = hand.kind === 'tournament' ? '$2.20 Test, Table 1' : 'Testyte - 2';
  const lines: Plain = {
    street: ({ street, open, cards }) =>
      `*** ${street.toUpperCase()} ***: [${list([...open, ...cards])}]`.replace(
        /: \[.*/,
        open.length > 0 ? `: [${list(open)}] [${list(cards)}]` : `: [${list(cards)}]`,
      ),
    step: ({ what, name, added, isAllIn }) => {
      if (what === 'return') return [`Uncalled bet (${plain(added)}) returned to ${name}`];
      if (what === 'fold' || what === 'check') return [`Player ${name} ${what}s`];
      if (added === 0) return [];
      if (what === 'small' || what === 'big') return [`Player ${name} has ${what} blind (${plain(added)})`];
      if (what === 'ante' || what === 'straddle') return [`Player ${name} ${what} (${plain(added)})`];
      return [`Player ${name} ${isAllIn ? 'allin' : `${what}s`} (${plain(added)})`];
    },
  };
  return [
    'Game started at: 2014/3/9 0:0:7',
    `Game ID: 1 ${plain(small)}/${plain(big)} ${table} (${hand.game === 'plo' ? 'Omaha' : "Hold'em"})`,
    `Seat ${hand.button} is the button`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${told.names.get(seat)} (${plain(stack)}).`),
    ...written(told, lines, isPosted),
    ...heroCards(told).map(
      (card) => `Player ${told.names.get(hand.hero ?? 0)} received card: [${cardText(card)}]`,
    ),
    ...written(told, lines, (event) => !isPosted(event)),
    '------ Summary ------',
    `Pot: ${plain(told.pot - hand.rake)}.${hand.rake > 0 || hand.kind === 'cash' ? ` Rake ${plain(hand.rake)}` : ''}`,
    ...(boardOf(told).length > 0 ? [`Board: [${list(boardOf(told))}]`] : []),
    ...hand.seats.map(({ seat }) => {
      const show = shown.find((each) => each.seat === seat);
      const [bets, collects] = [told.paid.get(seat) ?? 0, wonBy(told, seat)];
      const cards = show ? `shows: A hand [${list(show.cards as PlayingCard[])}]. ` : 'does not show cards.';
      const end = collects >= bets ? 'Wins' : 'Loses';
      return `${collects > 0 ? '*' : ''}Player ${told.names.get(seat)} ${cards}Bets: ${plain(bets)}. Collects: ${plain(collects)}. ${end}: ${plain(Math.abs(collects - bets))}.`;
    }),
    'Game ended at: 2014/3/9 0:0:39',
  ].join('\n');
}

function eight88(told: Told): string {
  const { hand, won, shown } = told;
  const m = money(told);
  const isTournament = hand.kind === 'tournament';
  const { small, big } = hand.stakes;
  const lines: Plain = {
    street: ({ street, cards }) => `** Dealing ${street} ** [ ${list(cards, ', ')} ]`,
    step: ({ what, name, added }) => {
      if (what === 'return') return [];
      if (what === 'fold' || what === 'check') return [`${name} ${what}s`];
      if (added === 0) return [];
      const verb =
        what === 'small' || what === 'big'
          ? `posts ${what} blind`
          : what === 'ante'
            ? 'posts ante'
            : what === 'straddle'
              ? 'straddle'
              : `${what}s`;
      return [`${name} ${verb} [${m(added)}]`];
    },
  };
  return [
    '***** 888poker Hand History for Game 1 *****',
    `${m(small)}/${m(big)} Blinds ${hand.game === 'plo' ? 'Pot Limit Omaha' : 'No Limit Holdem'} - *** 05 03 2024 20:10:00`,
    isTournament
      ? 'Tournament #7 $1 + $0.10 - Table #1 10 Max (Real Money)'
      : 'Table Test 10 Max (Real Money)',
    `Seat ${hand.button} is the button`,
    `Total number of players : ${hand.seats.length}`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${told.names.get(seat)} ( ${m(stack)} )`),
    ...written(told, lines, isPosted),
    '** Dealing down cards **',
    `Dealt to ${told.names.get(hand.hero ?? 0)} [ ${list(heroCards(told), ', ')} ]`,
    ...written(told, lines, (event) => !isPosted(event)),
    '** Summary **',
    ...shown.map(
      ({ seat, cards }) => `${told.names.get(seat)} shows [ ${list(cards as PlayingCard[], ', ')} ]`,
    ),
    ...won.map(({ name, amount }) => `${name} collected [ ${m(amount)} ]`),
  ].join('\n');
}

/** What a seat won with what went back to it, where rooms count both as one. */
function gross(told: Told, seat: number): number {
  return told.events.reduce(
    (sum, event) =>
      sum + ('street' in event || event.what !== 'return' || event.seat !== seat ? 0 : event.added),
    wonBy(told, seat),
  );
}

function party(told: Told): string {
  const { hand, shown } = told;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `$${plain(units)} USD`);
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'PL Omaha' : "NL Texas Hold'em";
  const lines: Plain = {
    street: ({ street, cards }) =>
      `** Dealing ${street.charAt(0).toUpperCase()}${street.slice(1)} ** [ ${list(cards, ', ')} ]`,
    step: ({ what, name, added, isAllIn }) => {
      if (what === 'return') return [];
      if (what === 'fold' || what === 'check') return [`${name} ${what}s`];
      if (added === 0) return [];
      if (isPosted({ what } as Step)) {
        return [
          `${name} posts ${what === 'ante' || what === 'straddle' ? what : `${what} blind`} [${m(added)}]${isTournament ? '' : '.'}`,
        ];
      }
      return [isAllIn ? `${name} is all-In  [${m(added)}]` : `${name} ${what}s [${m(added)}]`];
    },
  };
  return [
    '***** Hand History for Game 1 *****',
    isTournament
      ? `${game} $11 USD Buy-in Trny: 7 Level: 2  Blinds(${plain(small)}/${plain(big)}) - Tuesday, March 05, 20:10:00 CET 2024`
      : `$${plain(small)}/$${plain(big)} USD ${game} - Tuesday, March 05, 20:10:00 CET 2024`,
    'Table Test (Real Money)',
    `Seat ${hand.button} is the button`,
    `Total number of players : ${hand.seats.length}/${hand.maxSeats}`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${told.names.get(seat)} ( ${m(stack)} )`),
    ...written(told, lines, isPosted),
    '** Dealing down cards **',
    `Dealt to ${told.names.get(hand.hero ?? 0)} [  ${list(heroCards(told))} ]`,
    ...written(told, lines, (event) => !isPosted(event)),
    ...shown.map(
      ({ seat, cards }) => `${told.names.get(seat)} shows [ ${list(cards as PlayingCard[], ', ')} ]a hand.`,
    ),
    ...hand.seats.flatMap(({ seat }) =>
      gross(told, seat) > 0
        ? [`${told.names.get(seat)} wins ${m(gross(told, seat))}${isTournament ? ' chips' : ''}`]
        : [],
    ),
  ].join('\n');
}

function partyEmail(told: Told): string {
  const { hand, shown, folded } = told;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `$${plain(units)}`);
  const { small, big } = hand.stakes;
  const limit = hand.game === 'plo' ? 'PL' : 'NL';
  const game = hand.game === 'plo' ? 'Omaha Hi' : isTournament ? 'Texas Holdem' : "Texas Hold'em";
  const lines: Plain = {
    street: ({ street, cards }) =>
      `** Dealing ${street.charAt(0).toUpperCase()}${street.slice(1)} ** :  [ ${list(cards, ', ')} ]`,
    step: ({ what, name, added, to, isAllIn }) => {
      const allIn = isAllIn ? [`${name} is all-In.`] : [];
      if (what === 'return') return [];
      if (what === 'fold' || what === 'check') return [`${name} ${what}s `];
      if (added === 0) return [];
      if (what === 'raise') return [`${name} raises ${plain(added)} to ${plain(to)}`, ...allIn];
      if (!isPosted({ what } as Step)) return [`${name} ${what}s (${plain(added)})`, ...allIn];
      return [
        `${name} posts ${what === 'ante' || what === 'straddle' ? what : `${what} blind`} (${plain(added)})`,
      ];
    },
  };
  return [
    '***** Hand History For Game 1700000000000abcdefgh *****',
    `${plain(small)}/${plain(big)} ${isTournament ? 'Tourney ' : ''}${game} Game Table (${limit})${isTournament ? ' (MTT Tournament #7) (Buyin $5.0 + $0.5)' : ''} - Tue Mar 05 20:10:00 EST 2024`,
    `Table Test (Real Money) -- Seat ${hand.button} is the button`,
    `Total number of players : ${hand.seats.length}/${hand.maxSeats}`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${told.names.get(seat)} (${m(stack)})`),
    ...written(told, lines, isPosted),
    '** Dealing down cards **',
    `Dealt to ${told.names.get(hand.hero ?? 0)} [ ${list(heroCards(told), ', ')} ]`,
    ...written(told, lines, (event) => !isPosted(event)),
    '** Summary **',
    `Main Pot: ${m(told.pot - hand.rake)}${isTournament ? '' : ` Rake: $${plain(hand.rake)}`}`,
    ...(boardOf(told).length > 0 ? [`Board: [ ${list(boardOf(told), ', ')} ]`] : []),
    ...hand.seats.map(({ seat, stack }) => {
      const returned = gross(told, seat) - wonBy(told, seat);
      const bet = (told.paid.get(seat) ?? 0) + returned;
      const left = stack - bet + gross(told, seat);
      const show = shown.find((each) => each.seat === seat);
      const cards = show ? `[ ${list(show.cards as PlayingCard[], ', ')} ] [ a hand -- ]` : '';
      const start = `${told.names.get(seat)} balance ${m(left)}, `;
      if (bet === 0) return `${start}didn't bet (folded)`;
      if (gross(told, seat) === 0) return `${start}lost ${m(bet)}${folded.has(seat) ? ' (folded)' : cards}`;
      const net = gross(told, seat) - bet;
      return `${start}bet ${m(bet)}, collected ${m(gross(told, seat))}, net ${net < 0 ? '-' : '+'}${m(Math.abs(net))}${cards}`;
    }),
  ].join('\n');
}

function ipoker(told: Told): string {
  const { hand } = told;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `€${plain(units)}`);
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'Omaha PL' : 'Holdem NL';
  const types = { fold: 0, small: 1, big: 2, call: 3, check: 4, bet: 5, ante: 15, raise: 23 } as const;
  const isEscaped = (name: string) => name.replaceAll('"', '');
  const tag = (card: PlayingCard) => {
    const [rank = '', suit = ''] = cardText(card);
    return `${suit.toUpperCase()}${rank === 'T' ? '10' : rank}`;
  };
  const rounds: string[][] = [[], []];
  let number = 0;
  let round = 0;
  for (const event of told.events) {
    if ('street' in event) {
      round = { flop: 2, turn: 3, river: 4 }[event.street];
      rounds[round] = [`<cards type="${event.street}" player="">${event.cards.map(tag).join(' ')}</cards>`];
      continue;
    }
    if (event.what === 'return' || event.what === 'straddle') continue;
    const isPost = isPosted(event);
    if (isPost && event.added === 0) continue;
    if (!isPost && round === 0) round = 1;
    number += 1;
    const sum = event.what === 'raise' ? event.to : event.added;
    rounds[round]?.push(
      `<action no="${number}" player="${isEscaped(event.name)}" type="${types[event.what]}" sum="${m(sum)}" cards=""/>`,
    );
  }
  const pockets = hand.seats.flatMap(({ seat, cards }) => {
    const isKnown = seat === hand.hero || told.shown.some((each) => each.seat === seat);
    const text = (cards ?? []).map((card) => (isKnown ? tag(card) : 'X')).join(' ');
    return [`<cards type="Pocket" player="${isEscaped(told.names.get(seat) ?? '')}">${text}</cards>`];
  });
  rounds[1] = [...pockets, ...(rounds[1] ?? [])];
  return [
    '<session sessioncode="1">',
    `<general><mode>real</mode><gametype>${game}${isTournament ? '' : ` ${m(small)}/${m(big)}`}</gametype>`,
    `<tablename>Test</tablename>${isTournament ? '<tournamentname>Test</tournamentname>' : ''}`,
    `<tablecurrency>EUR</tablecurrency><nickname>${isEscaped(told.names.get(hand.hero ?? 0) ?? '')}</nickname></general>`,
    '<game gamecode="1"><general><startdate>2014-03-05 20:10:00</startdate><players>',
    ...hand.seats.map(({ seat, stack }) => {
      const returned = gross(told, seat) - wonBy(told, seat);
      const bet = (told.paid.get(seat) ?? 0) + returned;
      return `<player seat="${seat}" name="${isEscaped(told.names.get(seat) ?? '')}" chips="${m(stack)}" dealer="${seat === hand.button ? 1 : 0}" win="${m(gross(told, seat))}" bet="${m(bet)}"/>`;
    }),
    '</players></general>',
    ...rounds.flatMap((lines, no) => (lines.length > 0 ? [`<round no="${no}">`, ...lines, '</round>'] : [])),
    '</game></session>',
  ].join('\n');
}

function ignition(told: Told): string {
  const { hand, shown } = told;
  const m = money(told);
  const isTournament = hand.kind === 'tournament';
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'OMAHA Pot Limit' : 'HOLDEM No Limit';
  const [kind = '', limit = ''] = game.split(/ (.*)/);
  const head = isTournament
    ? `${kind} Tournament #7 TBL#3, ${limit}- Level 2 (${plain(small)}/${plain(big)})`
    : `TBL#2 ${game}`;
  const lines: Plain = {
    street: ({ street, open, cards }) =>
      `*** ${street.toUpperCase()} *** ${open.length > 0 ? `[${list(open)}] ` : ''}[${list(cards)}]`,
    step: ({ what, name, added, to, isAllIn }) => {
      if (what === 'return') return [`${name} : Return uncalled portion of bet ${m(added)}`];
      if (what === 'fold' || what === 'check') return [`${name} : ${what === 'fold' ? 'Folds' : 'Checks'}`];
      if (added === 0) return [];
      if (what === 'small') return [`${name} : Small Blind ${m(added)}`];
      if (what === 'big') return [`${name} : Big blind ${m(added)}`];
      if (what === 'ante') return [`${name} : Ante chip ${m(added)}`];
      if (what === 'straddle') return [`${name} : Posts chip ${m(added)}`];
      if (what === 'raise')
        return [`${name} : ${isAllIn ? 'All-in(raise)' : 'Raises'} ${m(added)} to ${m(to)}`];
      if (isAllIn) return [`${name} : All-in ${m(added)}`];
      return [`${name} : ${what === 'call' ? 'Calls' : 'Bets'} ${m(added)}`];
    },
  };
  const hasDealer = hand.seats.some(({ seat }) => seat === hand.button);
  return [
    `Ignition Hand #1${isTournament ? ':' : ''} ${head} - 2024-03-05 20:10:00`,
    ...hand.seats.map(
      ({ seat, stack }) =>
        `Seat ${seat}: ${told.names.get(seat)}${seat === hand.hero ? ' [ME]' : ''} (${m(stack)} in chips)`,
    ),
    `${hasDealer ? told.names.get(hand.button) : 'Dealer'} : Set dealer [${hand.button}]`,
    ...written(told, lines, isPosted),
    '*** HOLE CARDS ***',
    ...hand.seats.map(
      ({ seat, cards }) => `${told.names.get(seat)} : Card dealt to a spot [${list(cards ?? [])}]`,
    ),
    ...written(told, lines, (event) => !isPosted(event)),
    ...shown.map(
      ({ seat, cards }) => `${told.names.get(seat)} : Showdown [${list(cards as PlayingCard[])}] (A hand)`,
    ),
    ...hand.seats.flatMap(({ seat }) =>
      wonBy(told, seat) > 0 ? [`${told.names.get(seat)} : Hand result ${m(wonBy(told, seat))}`] : [],
    ),
    '*** SUMMARY ***',
    `Total Pot(${m(told.pot)})${hand.rake > 0 ? ` | Rake (${m(hand.rake)})` : ''}`,
    ...(boardOf(told).length > 0 ? [`Board [${list(boardOf(told))}]`] : []),
  ].join('\n');
}

const rooms = {
  PokerStars: (told: Told) => stars(told, { isGg: false }),
  GGPoker: (told: Told) => stars(told, { isGg: true }),
  Winamax: winamax,
  Ignition: ignition,
  'Winning network': wpn,
  'Winning network, old form': wpnOld,
  '888poker': eight88,
  partypoker: party,
  'partypoker with balances': partyEmail,
  iPoker: ipoker,
} as const;
export type Room = keyof typeof rooms;
export const roomNames = Object.keys(rooms) as Room[];

/** The text of a hand as a poker room writes it, for tests of what readers make of it. */
export const writeForRoom = (room: Room, hand: Hand, names: ReadonlyMap<number, string>): string =>
  `${rooms[room](toldOf(hand, names))}\n`;
