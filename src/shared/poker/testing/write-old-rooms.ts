import { wonBy } from '../hand-result.ts';
import { cardText, type PlayingCard } from '../playing-card.ts';
import {
  boardOf,
  type HandFacts,
  heroCards,
  isPosted,
  list,
  money,
  plain,
  type Wording,
  written,
} from './room-text.ts';

/** The format that Winning Poker Network used until about 2018. */
export function wpnOld(facts: HandFacts): string {
  const { hand, shown } = facts;
  const { small, big } = hand.stakes;
  const table = hand.kind === 'tournament' ? '$2.20 Test, Table 1' : 'Testyte - 2';
  const lines: Wording = {
    street: ({ street, open, cards }) =>
      `*** ${street.toUpperCase()} ***: ${open.length > 0 ? `[${list(open)}] ` : ''}[${list(cards)}]`,
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
    'Game started at: 2014/3/9 0:1:17',
    `Game ID: 1 ${plain(small)}/${plain(big)} ${table} (${hand.game === 'plo' ? 'Omaha' : "Hold'em"})`,
    `Seat ${hand.button} is the button`,
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${facts.names.get(seat)} (${plain(stack)}).`),
    ...written(facts, lines, isPosted),
    ...heroCards(facts).map(
      (card) => `Player ${facts.names.get(hand.hero ?? 0)} received card: [${cardText(card)}]`,
    ),
    ...written(facts, lines, (event) => !isPosted(event)),
    '------ Summary ------',
    `Pot: ${plain(facts.pot - hand.rake)}.${hand.rake > 0 || hand.kind === 'cash' ? ` Rake ${plain(hand.rake)}` : ''}`,
    ...(boardOf(facts).length > 0 ? [`Board: [${list(boardOf(facts))}]`] : []),
    ...hand.seats.map(({ seat }) => {
      const show = shown.find((each) => each.seat === seat);
      const [bets, collects] = [facts.paid.get(seat) ?? 0, wonBy(facts.won, seat)];
      const cards = show ? `shows: A hand [${list(show.cards as PlayingCard[])}]. ` : 'does not show cards.';
      const end = collects >= bets ? 'Wins' : 'Loses';
      return `${collects > 0 ? '*' : ''}Player ${facts.names.get(seat)} ${cards}Bets: ${plain(bets)}. Collects: ${plain(collects)}. ${end}: ${plain(Math.abs(collects - bets))}.`;
    }),
    'Game ended at: 2014/3/9 0:1:49',
  ].join('\n');
}

export function ignition(facts: HandFacts): string {
  const { hand, shown } = facts;
  const m = money(facts);
  const isTournament = hand.kind === 'tournament';
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'OMAHA Pot Limit' : 'HOLDEM No Limit';
  const [kind = '', limit = ''] = game.split(/ (.*)/);
  const head = isTournament
    ? `${kind} Tournament #7 TBL#3, ${limit}- Level 2 (${plain(small)}/${plain(big)})`
    : `TBL#2 ${game}`;
  const lines: Wording = {
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
        `Seat ${seat}: ${facts.names.get(seat)}${seat === hand.hero ? ' [ME]' : ''} (${m(stack)} in chips)`,
    ),
    `${hasDealer ? facts.names.get(hand.button) : 'Dealer'} : Set dealer [${hand.button}]`,
    ...written(facts, lines, isPosted),
    '*** HOLE CARDS ***',
    ...hand.seats.map(
      ({ seat, cards }) => `${facts.names.get(seat)} : Card dealt to a spot [${list(cards ?? [])}]`,
    ),
    ...written(facts, lines, (event) => !isPosted(event)),
    ...shown.map(
      ({ seat, cards }) => `${facts.names.get(seat)} : Showdown [${list(cards as PlayingCard[])}] (A hand)`,
    ),
    ...hand.seats.flatMap(({ seat }) =>
      wonBy(facts.won, seat) > 0
        ? [`${facts.names.get(seat)} : Hand result ${m(wonBy(facts.won, seat))}`]
        : [],
    ),
    '*** SUMMARY ***',
    // A cash game states even a rake of zero. If it is not stated, the parser counts the money that nobody won as rake.
    `Total Pot(${m(facts.pot)})${isTournament ? '' : ` | Rake (${m(hand.rake)})`}`,
    ...(boardOf(facts).length > 0 ? [`Board [${list(boardOf(facts))}]`] : []),
  ].join('\n');
}

export function eight88(facts: HandFacts): string {
  const { hand, won, shown } = facts;
  const m = money(facts);
  const isTournament = hand.kind === 'tournament';
  const { small, big } = hand.stakes;
  const lines: Wording = {
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
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${facts.names.get(seat)} ( ${m(stack)} )`),
    ...written(facts, lines, isPosted),
    '** Dealing down cards **',
    `Dealt to ${facts.names.get(hand.hero ?? 0)} [ ${list(heroCards(facts), ', ')} ]`,
    ...written(facts, lines, (event) => !isPosted(event)),
    '** Summary **',
    ...shown.map(
      ({ seat, cards }) => `${facts.names.get(seat)} shows [ ${list(cards as PlayingCard[], ', ')} ]`,
    ),
    ...won.map(({ name, amount }) => `${name} collected [ ${m(amount)} ]`),
  ].join('\n');
}
