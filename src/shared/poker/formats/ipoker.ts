import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { currencyIn, currencyOf } from './amounts.ts';
import { readCard } from './read-card.ts';
import { RefusedHand } from './refusal.ts';
import type { SiteReader } from './site-reader.ts';
import { playedOnIn } from './stars-head.ts';
import { type StreetName, ToldHand } from './told-hand.ts';
import { amountAt } from './told-values.ts';

/** iPoker: XML with one session around its games, and what nobody called inside of bets and wins. */
export const ipoker: SiteReader = {
  siteOf: () => 'ipoker',
  begins: (line) => line.includes('<game gamecode='),
  anonymousHead: (line) => line,
  read(lines, from, to) {
    const session = sessionOf(lines, from);
    const told = toldOf(session, lines, from, to);
    for (let at = from; at < to; at += 1) readTags(told, session, lines[at] ?? '', at);
    playActions(told, session, to - 1);
    return told;
  },
  anonymousText(lines, from, to, told) {
    const { gametype, currency, mode } = sessionOf(lines, from);
    const nick = told.hero === null ? 'N/A' : 'Hero';
    const tournament = told.game.kind === 'tournament' ? '<tournamentname>Tournament</tournamentname>' : '';
    return [
      `<session sessioncode="0"><general><mode>${mode}</mode><gametype>${gametype}</gametype>`,
      `<tablename>Table</tablename><tablecurrency>${currency}</tablecurrency><nickname>${nick}</nickname>${tournament}</general>`,
      ...lines.slice(from, to).map((line) => anonymousTags(line, told)),
      '</session>',
    ];
  },
};

type Session = {
  at: number;
  gametype: string;
  currency: string;
  mode: string;
  nickname: string;
  isTournament: boolean;
  /** Actions of the game that is being read. */
  actions: { round: number; no: number; seat: number; type: number; sum: number; at: number }[];
  /** Boards of the game by round. */
  cards: { round: number; cards: PlayingCard[]; at: number }[];
  round: number;
  bets: Map<number, number>;
};

/** The last session that was asked for: its games follow each other. */
let lastSession: { lines: readonly string[]; upTo: number; session: Session } | undefined;

function sessionOf(lines: readonly string[], from: number): Session {
  const known = lastSession?.lines === lines && lastSession.upTo <= from ? lastSession : undefined;
  let start = from;
  while (start > (known?.upTo ?? 0) && !(lines[start] ?? '').includes('<session')) start -= 1;
  if (known && !(lines[start] ?? '').includes('<session')) {
    known.upTo = from;
    return known.session;
  }
  let end = start;
  while (end < from && !(lines[end] ?? '').includes('<game ')) end += 1;
  const head = lines.slice(start, end).join('\n').slice(0, 20_000);
  const textOf = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(head)?.[1]?.trim() ?? '';
  const session: Session = {
    at: start,
    gametype: textOf('gametype'),
    currency: textOf('tablecurrency') || textOf('currency'),
    mode: textOf('mode') || 'real',
    nickname: textOf('nickname'),
    isTournament: head.includes('<tournamentname>') || head.includes('<tournamentcode>'),
    actions: [],
    cards: [],
    round: 0,
    bets: new Map(),
  };
  lastSession = { lines, upTo: from, session };
  return session;
}

const limits: readonly (readonly [RegExp, 'no' | 'pot' | 'fixed'])[] = [
  [/(?:^| )(?:NL|SL|БЛ|No limit)$/i, 'no'],
  [/(?:^| )(?:PL|LP|ПЛ|Pot limit)$/i, 'pot'],
  [/(?:^| )(?:L|FL|LF|Л|Limit|Fixed limit)$/i, 'fixed'],
];

const games: Record<string, PokerGame> = {
  'holdem no': 'nlhe',
  'holdem pot': 'plhe',
  'holdem fixed': 'flhe',
  'omaha pot': 'plo',
  'omaha hi-lo pot': 'plo8',
  'omaha hi lo pot': 'plo8',
  '5 card omaha pot': 'plo5',
  '5-card omaha pot': 'plo5',
  '5cardomaha pot': 'plo5',
  '6 card omaha pot': 'plo6',
  '6 plus holdem no': 'shortdeck',
  '6+ holdem no': 'shortdeck',
  'six plus holdem no': 'shortdeck',
};

/** `Holdem NL €0.01/€0.02`; tournaments name no stakes. */
function gameOf(gametype: string): { game: PokerGame | undefined; stakes: [string, string] | undefined } {
  const match = /^(?:LH \S+ x2 (?=Limit ))?(.*?)(?: (\S*\d\S*)\/(\S*\d\S*))?(?: Ante \S+)?$/.exec(gametype);
  const text = match?.[1]?.trim() ?? '';
  const limit = limits.find(([pattern]) => pattern.test(text));
  const isLimitOnly = text === 'Limit';
  const name = isLimitOnly ? 'holdem' : limit ? text.replace(limit[0], '').trim().toLowerCase() : '';
  const [small, big] = [match?.[2], match?.[3]];
  return {
    game: limit ? games[`${name} ${limit[1]}`] : undefined,
    stakes: small !== undefined && big !== undefined ? [small, big] : undefined,
  };
}

/** Some sessions name the limit only, as `PL €0.05/€0.10` for Omaha with five cards. */
function gameByCards(gametype: string, lines: readonly string[]): PokerGame | undefined {
  if (!gametype.startsWith('PL ')) return undefined;
  const dealt = lines
    .flatMap((line) => / type="Pocket"[^>]*>([^<]+)/.exec(line)?.[1] ?? [])[0]
    ?.split(' ').length;
  return dealt === 5 ? 'plo5' : dealt === 6 ? 'plo6' : undefined;
}

function toldOf(session: Session, lines: readonly string[], from: number, to: number): ToldHand {
  const { gametype, isTournament, mode, currency } = session;
  if (gametype === '') throw new RefusedHand('not_a_hand', from);
  const { game = gameByCards(gametype, lines.slice(from, to)), stakes } = gameOf(gametype);
  if (!game) throw new RefusedHand('unsupported_game', from);
  const isChips = isTournament || stakes === undefined || mode !== 'real';
  const told = new ToldHand({
    game,
    kind: isTournament || stakes === undefined ? 'tournament' : 'cash',
    currency: isChips ? null : (currencyIn(stakes[1]) ?? currencyOf(currency) ?? null),
  });
  if (stakes) {
    const [small, big] = [amountAt(stakes[0], from), amountAt(stakes[1], from)];
    told.stakes = game === 'flhe' ? { small: Math.floor(small / 2), big: small } : { small, big };
  }
  const text = lines.slice(from, Math.min(from + 12, to)).join('\n');
  told.number = /<game gamecode="(\d+)"/.exec(text)?.[1] ?? '';
  told.playedOn = playedOnIn(/<startdate>([^<]*)/.exec(text)?.[1] ?? '');
  // Since about 2018 wins are without what nobody called.
  const year = Number(/<startdate>[^<]*?(20\d\d)/.exec(text)?.[1] ?? 0);
  told.awardsHoldReturns = year >= 2018 ? 'maybe' : 'always';
  session.actions = [];
  session.cards = [];
  session.bets = new Map();
  session.round = 0;
  return told;
}

const tag = /<(player|action|cards|round)( [^<>]*)>([^<]*)/g;

/** The value of an attribute in the text of a tag. */
function attribute(text: string, key: string): string {
  const start = text.indexOf(` ${key}="`);
  if (start === -1) return '';
  const from = start + key.length + 3;
  return text.slice(from, Math.max(text.indexOf('"', from), from));
}

function readTags(told: ToldHand, session: Session, line: string, at: number): void {
  if (!line.includes('<')) return;
  for (const [, name, text = '', inside = ''] of line.matchAll(tag)) {
    if (name === 'player') readPlayer(told, session, text, at);
    else if (name === 'round') session.round = Number(attribute(text, 'no'));
    else if (name === 'cards') readCardsTag(told, session, text, inside.trim(), at);
    else readActionTag(told, session, text, at);
  }
}

function readPlayer(told: ToldHand, session: Session, tagText: string, at: number): void {
  const seat = Number(attribute(tagText, 'seat'));
  const name = attribute(tagText, 'name');
  // Archives name empty seats, too.
  if (name === '' && attribute(tagText, 'bet') !== '' && amountAt(attribute(tagText, 'bet'), at) === 0)
    return;
  told.addSeat(seat, name, amountAt(attribute(tagText, 'chips'), at), at);
  if (attribute(tagText, 'dealer') === '1') told.button = seat;
  if (name === session.nickname) told.hero = seat;
  session.bets.set(seat, amountAt(attribute(tagText, 'bet'), at));
  const won = amountAt(attribute(tagText, 'win'), at);
  if (won > 0) told.award(seat, won, at);
}

const suits: Record<string, string> = { S: 's', H: 'h', D: 'd', C: 'c' };

/** `S7 H10`, the suit first. */
function cardsOf(text: string, at: number): PlayingCard[] {
  return text.split(/\s+/).map((each) => {
    const card = readCard(each.slice(1) + (suits[each.charAt(0)] ?? '?'));
    if (card === undefined) throw new RefusedHand('bad_card', at);
    return card;
  });
}

function readCardsTag(told: ToldHand, session: Session, tagText: string, text: string, at: number): void {
  if (text === '' || /x/i.test(text)) return;
  const cards = cardsOf(text, at);
  if (attribute(tagText, 'type') !== 'Pocket') {
    session.cards.push({ round: session.round, cards, at });
    return;
  }
  const seat = told.seatNamed(attribute(tagText, 'player'));
  if (seat === undefined) throw new RefusedHand('unknown_player', at);
  if (seat === told.hero) told.deal(seat, cards, at);
  else told.show(seat, cards, at);
}

function readActionTag(told: ToldHand, session: Session, tagText: string, at: number): void {
  const seat = told.seatNamed(attribute(tagText, 'player'));
  if (seat === undefined) throw new RefusedHand('unknown_player', at);
  const [no, type] = [Number(attribute(tagText, 'no')), Number(attribute(tagText, 'type'))];
  const isTold = attribute(tagText, 'no') !== '' && attribute(tagText, 'type') !== '';
  if (!isTold || !Number.isInteger(no) || !Number.isInteger(type)) throw new RefusedHand('unknown_line', at);
  session.actions.push({
    round: session.round,
    no,
    seat,
    type,
    sum: amountAt(attribute(tagText, 'sum'), at),
    at,
  });
}

const streets: readonly (StreetName | null)[] = [null, null, 'flop', 'turn', 'river'];

/** Actions of a round are grouped by player: their numbers tell the order. */
function playActions(told: ToldHand, session: Session, end: number): void {
  const { actions, cards, bets } = session;
  if (told.seats.length === 0) throw new RefusedHand('no_seats', end);
  if (told.stakes.big === 0) findStakes(told, session);
  placeButton(told, session);
  const last = Math.max(0, ...actions.map(({ round }) => round), ...cards.map(({ round }) => round));
  for (let round = 0; round <= last; round += 1) {
    const board = cards.filter((each) => each.round === round);
    const street = streets[round];
    if (street) {
      const [first] = board;
      if (!first || board.length > 1) throw new RefusedHand('bad_card', first?.at ?? end);
      told.beginStreet(street, first.at);
      told.openBoard(0, [...(told.boards[0] ?? []), ...first.cards], first.at);
      if (told.boards[0]?.length !== round + 1) throw new RefusedHand('bad_card', first.at);
    } else if (street === undefined || board.length > 0) throw new RefusedHand('unknown_line', end);
    const inOrder = actions.filter((each) => each.round === round).sort((one, other) => one.no - other.no);
    for (const action of inOrder) play(told, action);
  }
  // Some sums of bets are wrong; then the wins must be the whole pot.
  if ([...bets].some(([seat, bet]) => bet !== told.paidBy(seat))) {
    told.doubt('summary_differs', end);
    told.rake = 0;
  }
}

/** Tournaments tell blinds by the posts only; a short big blind is called with the whole one. */
function findStakes(told: ToldHand, { actions }: Session): void {
  const inOrder = [...actions].sort((one, other) => one.round - other.round || one.no - other.no);
  const sumOf = (type: number) => inOrder.find((each) => each.type === type)?.sum ?? 0;
  const [small, big] = [sumOf(1), sumOf(2)];
  const first = inOrder.find(({ round, type }) => round === 1 && type !== 0);
  const called = first?.type === 3 ? first.sum : 0;
  told.stakes = { small, big: Math.max(big, big <= small ? Math.max(called, 2 * small) : 0) };
}

/** Without a dealer the empty seat before the first blind has the button. */
function placeButton(told: ToldHand, { actions }: Session): void {
  told.maxSeats = told.seats.some(({ seat }) => seat > 6) ? 10 : 6;
  if (told.button !== null) return;
  const blind = actions.find(({ type }) => type === 1) ?? actions.find(({ type }) => type === 2);
  if (blind) told.button = blind.seat === 1 ? told.maxSeats : blind.seat - 1;
}

function play(told: ToldHand, { seat, type, sum, at }: Session['actions'][number]): void {
  switch (type) {
    case 0:
      told.fold(seat, at);
      break;
    case 1:
      told.post(seat, told.hasPosted('small') ? 'dead' : 'small', sum, at);
      break;
    case 2:
      if (sum > told.stakes.big) told.postBoth(seat, sum, at);
      else told.post(seat, 'big', sum, at);
      break;
    case 3:
      told.callWith(seat, sum, at);
      break;
    case 4:
      told.check(seat, at);
      break;
    case 5:
      told.betWith(seat, sum, at);
      break;
    case 6:
    case 7:
      told.putIn(seat, sum, at);
      break;
    case 15:
      told.post(seat, 'ante', sum, at);
      break;
    case 23:
      told.raiseTo(seat, sum, at);
      break;
    default:
      if (sum > 0) throw new RefusedHand('unknown_line', at);
  }
}

/** Only the tags of a game, with names in their attributes replaced. */
function anonymousTags(line: string, told: ToldHand): string {
  const kept = [
    ...line.matchAll(/<\/?(?:game|general|players|player|round|action|cards|startdate)\b[^<>]*>(?:[^<]*)/g),
  ];
  return kept
    .map(([text]) =>
      text
        .replace(/gamecode="[^"]*"/, 'gamecode="0"')
        .replace(/ reg_code="[^"]*"/, '')
        .replace(/\b(name|player)="([^"]+)"/g, (_all, key: string, name: string) => {
          const seat = told.seatNamed(name);
          return `${key}="${seat === undefined ? '' : seat === told.hero ? 'Hero' : `Seat ${seat}`}"`;
        }),
    )
    .join('');
}
