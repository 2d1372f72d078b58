import { wonBy } from '../hand-result.ts';
import { cardText, type PlayingCard } from '../playing-card.ts';
import {
  boardOf,
  gross,
  type HandFacts,
  heroCards,
  isPosted,
  list,
  plain,
  type Step,
  type Wording,
  written,
} from './room-text.ts';

export function party(facts: HandFacts): string {
  const { hand, shown } = facts;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `$${plain(units)} USD`);
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'PL Omaha' : "NL Texas Hold'em";
  const lines: Wording = {
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
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${facts.names.get(seat)} ( ${m(stack)} )`),
    ...written(facts, lines, isPosted),
    '** Dealing down cards **',
    `Dealt to ${facts.names.get(hand.hero ?? 0)} [  ${list(heroCards(facts))} ]`,
    ...written(facts, lines, (event) => !isPosted(event)),
    ...shown.map(
      ({ seat, cards }) => `${facts.names.get(seat)} shows [ ${list(cards as PlayingCard[], ', ')} ]a hand.`,
    ),
    ...hand.seats.flatMap(({ seat }) =>
      gross(facts, seat) > 0
        ? [`${facts.names.get(seat)} wins ${m(gross(facts, seat))}${isTournament ? ' chips' : ''}`]
        : [],
    ),
  ].join('\n');
}

/** The format that partypoker used in emails until about 2011, and has used in all hand histories since about 2019. */
export function partyEmail(facts: HandFacts): string {
  const { hand, shown, folded } = facts;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `$${plain(units)}`);
  const { small, big } = hand.stakes;
  const limit = hand.game === 'plo' ? 'PL' : 'NL';
  const game = hand.game === 'plo' ? 'Omaha Hi' : isTournament ? 'Texas Holdem' : "Texas Hold'em";
  const lines: Wording = {
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
    ...hand.seats.map(({ seat, stack }) => `Seat ${seat}: ${facts.names.get(seat)} (${m(stack)})`),
    ...written(facts, lines, isPosted),
    '** Dealing down cards **',
    `Dealt to ${facts.names.get(hand.hero ?? 0)} [ ${list(heroCards(facts), ', ')} ]`,
    ...written(facts, lines, (event) => !isPosted(event)),
    '** Summary **',
    `Main Pot: ${m(facts.pot - hand.rake)}${isTournament ? '' : ` Rake: $${plain(hand.rake)}`}`,
    ...(boardOf(facts).length > 0 ? [`Board: [ ${list(boardOf(facts), ', ')} ]`] : []),
    ...hand.seats.map(({ seat, stack }) => {
      const returned = gross(facts, seat) - wonBy(facts.won, seat);
      const bet = (facts.paid.get(seat) ?? 0) + returned;
      const left = stack - bet + gross(facts, seat);
      const show = shown.find((each) => each.seat === seat);
      const cards = show ? `[ ${list(show.cards as PlayingCard[], ', ')} ] [ a hand -- ]` : '';
      const start = `${facts.names.get(seat)} balance ${m(left)}, `;
      if (bet === 0) return `${start}didn't bet (folded)`;
      if (gross(facts, seat) === 0) return `${start}lost ${m(bet)}${folded.has(seat) ? ' (folded)' : cards}`;
      const net = gross(facts, seat) - bet;
      return `${start}bet ${m(bet)}, collected ${m(gross(facts, seat))}, net ${net < 0 ? '-' : '+'}${m(Math.abs(net))}${cards}`;
    }),
  ].join('\n');
}

export function ipoker(facts: HandFacts): string {
  const { hand } = facts;
  const isTournament = hand.kind === 'tournament';
  const m = (units: number) => (isTournament ? plain(units) : `€${plain(units)}`);
  const { small, big } = hand.stakes;
  const game = hand.game === 'plo' ? 'Omaha PL' : 'Holdem NL';
  const types = { fold: 0, small: 1, big: 2, call: 3, check: 4, bet: 5, ante: 15, raise: 23 } as const;
  const withoutQuotes = (name: string) => name.replaceAll('"', '');
  const cardCode = (card: PlayingCard) => {
    const [rank = '', suit = ''] = cardText(card);
    return `${suit.toUpperCase()}${rank === 'T' ? '10' : rank}`;
  };
  const rounds: string[][] = [[], []];
  let number = 0;
  let round = 0;
  for (const event of facts.events) {
    if ('street' in event) {
      round = { flop: 2, turn: 3, river: 4 }[event.street];
      rounds[round] = [
        `<cards type="${event.street}" player="">${event.cards.map(cardCode).join(' ')}</cards>`,
      ];
      continue;
    }
    if (event.what === 'return' || event.what === 'straddle') continue;
    const isPost = isPosted(event);
    if (isPost && event.added === 0) continue;
    if (!isPost && round === 0) round = 1;
    number += 1;
    const sum = event.what === 'raise' ? event.to : event.added;
    rounds[round]?.push(
      `<action no="${number}" player="${withoutQuotes(event.name)}" type="${types[event.what]}" sum="${m(sum)}" cards=""/>`,
    );
  }
  const pockets = hand.seats.flatMap(({ seat, cards }) => {
    const isKnown = seat === hand.hero || facts.shown.some((each) => each.seat === seat);
    const text = (cards ?? []).map((card) => (isKnown ? cardCode(card) : 'X')).join(' ');
    return [`<cards type="Pocket" player="${withoutQuotes(facts.names.get(seat) ?? '')}">${text}</cards>`];
  });
  rounds[1] = [...pockets, ...(rounds[1] ?? [])];
  return [
    '<session sessioncode="1">',
    `<general><mode>real</mode><gametype>${game}${isTournament ? '' : ` ${m(small)}/${m(big)}`}</gametype>`,
    `<tablename>Test</tablename>${isTournament ? '<tournamentname>Test</tournamentname>' : ''}`,
    `<tablecurrency>EUR</tablecurrency><nickname>${withoutQuotes(facts.names.get(hand.hero ?? 0) ?? '')}</nickname></general>`,
    '<game gamecode="1"><general><startdate>2014-03-05 20:10:00</startdate><players>',
    ...hand.seats.map(({ seat, stack }) => {
      const returned = gross(facts, seat) - wonBy(facts.won, seat);
      const bet = (facts.paid.get(seat) ?? 0) + returned;
      return `<player seat="${seat}" name="${withoutQuotes(facts.names.get(seat) ?? '')}" chips="${m(stack)}" dealer="${seat === hand.button ? 1 : 0}" win="${m(gross(facts, seat))}" bet="${m(bet)}"/>`;
    }),
    '</players></general>',
    ...rounds.flatMap((lines, no) => (lines.length > 0 ? [`<round no="${no}">`, ...lines, '</round>'] : [])),
    '</game></session>',
  ].join('\n');
}
