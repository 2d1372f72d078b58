import type { BoardStreet } from '../deal.ts';
import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { currencyIn, currencyOf } from './amounts.ts';
import { playedOnIn } from './dates.ts';
import { HandParseError } from './hand-parse-error.ts';
import { ParsedHand } from './parsed-hand.ts';
import { amountAt, blindsOf } from './parsed-values.ts';
import { readCard } from './read-card.ts';
import type { SiteParser } from './site-parser.ts';

/** iPoker: XML with one session around its games. Bets and wins usually include uncalled bets. */
export const ipoker: SiteParser = {
  anonymousHead: withoutNumber,
  read(lines, from, to) {
    const session = sessionOf(lines, from);
    const parsed = parsedOf(session, lines, from, to);
    const tags: GameTags = { actions: [], cards: [], round: 0, bets: new Map() };
    for (let at = from; at < to; at += 1) readTags(parsed, session.nickname, tags, lines[at] ?? '', at);
    playActions(parsed, tags, to - 1);
    return parsed;
  },
  anonymousText(lines, from, to, parsed) {
    const { gametype, currency, mode, givesBack } = sessionOf(lines, from);
    const returns = givesBack ? '<uncalled_bet_enabled>true</uncalled_bet_enabled>' : '';
    const nick = parsed.hero === null ? 'N/A' : 'Hero';
    const tournament = parsed.game.kind === 'tournament' ? '<tournamentname>Tournament</tournamentname>' : '';
    return [
      `<session sessioncode="0"><general><mode>${mode}</mode><gametype>${gametype}</gametype>${returns}`,
      `<tablename>Table</tablename><tablecurrency>${currency}</tablecurrency><nickname>${nick}</nickname>${tournament}</general>`,
      ...lines.slice(from, to).map((line) => anonymousTags(line, parsed)),
      '</session>',
    ];
  },
};

type Session = {
  gametype: string;
  currency: string;
  mode: string;
  nickname: string;
  /** Whether the session says that uncalled bets are returned, so that wins exclude them. */
  givesBack: boolean;
  isTournament: boolean;
};

/** The contents of a game's tags. The actions are applied to the hand after all tags of the game are read. */
type GameTags = {
  actions: { round: number; no: number; seat: number; type: number; sum: number; at: number }[];
  /** The cards of the board, each entry with its round. */
  cards: { round: number; cards: PlayingCard[]; at: number }[];
  /** The round to which the next tags belong. */
  round: number;
  /** The amount that each seat put in, as the file states it. */
  bets: Map<number, number>;
};

/**
 * The session that was read last, for its next games. No other session begins between its start and the line with the
 * index `upTo`.
 */
let lastSession: { lines: readonly string[]; upTo: number; session: Session } | undefined;

/** In characters. Of a longer text, only this many characters are read. */
const longestGametype = 120;

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
    gametype: textOf('gametype').slice(0, longestGametype),
    currency: textOf('tablecurrency') || textOf('currency'),
    mode: textOf('mode') || 'real',
    nickname: textOf('nickname'),
    givesBack: textOf('uncalled_bet_enabled') === 'true',
    isTournament: head.includes('<tournamentname>') || head.includes('<tournamentcode>'),
  };
  lastSession = { lines, upTo: from, session };
  return session;
}

const limits: readonly (readonly [RegExp, 'no' | 'pot' | 'fixed'])[] = [
  [/(?:^| )(?:NL|SL|LZ|БЛ|No limit)$/i, 'no'],
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
  'omaha hilow pot': 'plo8',
  '5 card omaha pot': 'plo5',
  '5-card omaha pot': 'plo5',
  '5cardomaha pot': 'plo5',
  '6 card omaha pot': 'plo6',
  '6 plus holdem no': 'shortdeck',
  '6+ holdem no': 'shortdeck',
  'six plus holdem no': 'shortdeck',
};

/** Reads `Holdem NL €0.01/€0.02`. The `gametype` of a tournament usually has no stakes. */
function gameOf(gametype: string): { game: PokerGame | undefined; stakes: [string, string] | undefined } {
  const words = gametype
    .replaceAll(/(?<=\d) (?=[€$£]|RSD|kr)/g, '')
    .replace(/^LH \S+ x2 (?=Limit )/, '')
    .replace(/ Ante \S+$/, '')
    .split(' ');
  const stakes = words.length > 1 ? stakesOf(words.at(-1) ?? '') : undefined;
  const text = (stakes ? words.slice(0, -1) : words).join(' ').trim();
  const limit = limits.find(([pattern]) => pattern.test(text));
  const isLimitOnly = text === 'Limit';
  const name = isLimitOnly ? 'holdem' : limit ? text.replace(limit[0], '').trim().toLowerCase() : '';
  return { game: limit ? games[`${name} ${limit[1]}`] : undefined, stakes };
}

/** The blinds in a word such as `€0.01/€0.02`. */
function stakesOf(word: string): [string, string] | undefined {
  const [small = '', big = '', ...others] = word.split('/');
  return others.length === 0 && /\d/.test(small) && /\d/.test(big) ? [small, big] : undefined;
}

/** The game by the number of dealt cards: some sessions name only the limit, such as `PL €0.05/€0.10`. */
function gameByCards(gametype: string, lines: readonly string[]): PokerGame | undefined {
  if (!gametype.startsWith('PL ')) return undefined;
  const dealt = lines
    .flatMap((line) => / type="Pocket"[^>]{0,200}>([^<]+)/.exec(line)?.[1] ?? [])[0]
    ?.split(' ').length;
  return dealt === 5 ? 'plo5' : dealt === 6 ? 'plo6' : undefined;
}

function parsedOf(session: Session, lines: readonly string[], from: number, to: number): ParsedHand {
  const { gametype, isTournament, mode, currency } = session;
  if (gametype === '') throw new HandParseError('not_a_hand', from);
  const { game = gameByCards(gametype, lines.slice(from, to)), stakes } = gameOf(gametype);
  if (!game) throw new HandParseError('unsupported_game', from);
  const isChips = isTournament || stakes === undefined || mode !== 'real';
  const parsed = new ParsedHand({
    game,
    kind: isTournament || stakes === undefined ? 'tournament' : 'cash',
    currency: isChips ? null : (currencyIn(stakes[1]) ?? currencyOf(currency) ?? null),
  });
  if (stakes) {
    const [small, big] = [amountAt(stakes[0], from), amountAt(stakes[1], from)];
    parsed.stakes = blindsOf(game, small, big);
  }
  const text = lines.slice(from, Math.min(from + 12, to)).join('\n');
  parsed.number = /<game gamecode="(\d+)"/.exec(text)?.[1] ?? '';
  parsed.playedOn = playedOnIn(/<startdate>([^<]*)/.exec(text)?.[1] ?? '');
  // Since about 2018, wins may exclude uncalled bets.
  const year = Number(/<startdate>[^<]*?(20\d\d)/.exec(text)?.[1] ?? 0);
  parsed.awardsHoldReturns = session.givesBack ? 'never' : year >= 2018 ? 'maybe' : 'always';
  return parsed;
}

const tag = /<(player|action|cards|round)( [^<>]*)>([^<]*)/g;

function attribute(text: string, key: string): string {
  const start = text.indexOf(` ${key}="`);
  if (start === -1) return '';
  const from = start + key.length + 3;
  return text.slice(from, Math.max(text.indexOf('"', from), from));
}

function readTags(parsed: ParsedHand, nickname: string, tags: GameTags, line: string, at: number): void {
  if (!line.includes('<')) return;
  for (const [, name, text = '', inside = ''] of line.matchAll(tag)) {
    if (name === 'player') readPlayer(parsed, nickname, tags, text, at);
    else if (name === 'round') tags.round = Number(attribute(text, 'no'));
    else if (name === 'cards') readCardsTag(parsed, tags, text, inside.trim(), at);
    else readActionTag(parsed, tags, text, at);
  }
}

function readPlayer(parsed: ParsedHand, nickname: string, tags: GameTags, tagText: string, at: number): void {
  const seat = Number(attribute(tagText, 'seat'));
  const name = attribute(tagText, 'name');
  // Archived files list empty seats, too.
  if (name === '' && attribute(tagText, 'bet') !== '' && amountAt(attribute(tagText, 'bet'), at) === 0)
    return;
  parsed.addSeat(seat, name, amountAt(attribute(tagText, 'chips'), at), at);
  if (attribute(tagText, 'dealer') === '1') parsed.button = seat;
  if (name === nickname) parsed.hero = seat;
  tags.bets.set(seat, amountAt(attribute(tagText, 'bet'), at));
  const won = amountAt(attribute(tagText, 'win'), at);
  if (won > 0) parsed.award(seat, won, at);
}

const suits: Record<string, string> = { S: 's', H: 'h', D: 'd', C: 'c' };

/** Reads `S7 H10`, with the suit first. */
function cardsOf(text: string, at: number): PlayingCard[] {
  return text.split(/\s+/).map((each) => {
    const card = readCard(each.slice(1) + (suits[each.charAt(0)] ?? '?'));
    if (card === undefined) throw new HandParseError('bad_card', at);
    return card;
  });
}

function readCardsTag(parsed: ParsedHand, tags: GameTags, tagText: string, text: string, at: number): void {
  if (text === '' || /x/i.test(text)) return;
  const cards = cardsOf(text, at);
  if (attribute(tagText, 'type') !== 'Pocket') {
    tags.cards.push({ round: tags.round, cards, at });
    return;
  }
  const seat = parsed.seatNamed(attribute(tagText, 'player'));
  if (seat === undefined) throw new HandParseError('unknown_player', at);
  if (seat === parsed.hero) parsed.deal(seat, cards, at);
  else parsed.show(seat, cards, at);
}

function readActionTag(parsed: ParsedHand, tags: GameTags, tagText: string, at: number): void {
  const seat = parsed.seatNamed(attribute(tagText, 'player'));
  if (seat === undefined) throw new HandParseError('unknown_player', at);
  const [no, type] = [Number(attribute(tagText, 'no')), Number(attribute(tagText, 'type'))];
  const isStated = attribute(tagText, 'no') !== '' && attribute(tagText, 'type') !== '';
  if (!isStated || !Number.isInteger(no) || !Number.isInteger(type))
    throw new HandParseError('unknown_line', at);
  tags.actions.push({
    round: tags.round,
    no,
    seat,
    type,
    sum: amountAt(attribute(tagText, 'sum'), at),
    at,
  });
}

const streets: readonly (BoardStreet | null)[] = [null, null, 'flop', 'turn', 'river'];

/** Applies the actions of each round in the order of their numbers, because the file groups actions by player. */
function playActions(parsed: ParsedHand, tags: GameTags, end: number): void {
  const { actions, cards, bets } = tags;
  if (parsed.seats.length === 0) throw new HandParseError('no_seats', end);
  if (parsed.stakes.big === 0) findStakes(parsed, actions);
  // The text does not state the number of seats.
  parsed.maxSeats = parsed.seats.some(({ seat }) => seat > 6) ? 10 : 6;
  placeButton(parsed, actions);
  const last = Math.max(0, ...actions.map(({ round }) => round), ...cards.map(({ round }) => round));
  for (let round = 0; round <= last; round += 1) {
    const board = cards.filter((each) => each.round === round);
    const street = streets[round];
    if (street) {
      const [first] = board;
      if (!first || board.length > 1) throw new HandParseError('bad_card', first?.at ?? end);
      parsed.beginStreet(street, first.at);
      parsed.openBoard(0, [...(parsed.boards[0] ?? []), ...first.cards], first.at);
      if (parsed.boards[0]?.length !== round + 1) throw new HandParseError('bad_card', first.at);
    } else if (street === undefined || board.length > 0) throw new HandParseError('unknown_line', end);
    const inOrder = actions.filter((each) => each.round === round).sort((one, other) => one.no - other.no);
    for (const action of inOrder) play(parsed, action);
  }
  // Some files state wrong bets. The rake is then taken as 0, so the wins must add up to the whole pot.
  const [, second = 0] = [...bets.keys()].map((seat) => parsed.paidBy(seat)).sort((a, b) => b - a);
  const isStated = ([seat, bet]: [number, number]) => {
    const paid = parsed.paidBy(seat);
    return bet === paid || (parsed.awardsHoldReturns !== 'always' && bet === Math.min(paid, second));
  };
  if (![...bets].every(isStated)) {
    parsed.addOddity('summary_differs', end);
    parsed.rake = 0;
  }
}

/**
 * The blinds of a tournament, from the posts. A big blind that is no larger than the small blind was posted short. The
 * full big blind is then the amount of the first call, but at least twice the small blind.
 */
function findStakes(parsed: ParsedHand, actions: GameTags['actions']): void {
  const inOrder = [...actions].sort((one, other) => one.round - other.round || one.no - other.no);
  const sumOf = (type: number) => inOrder.find((each) => each.type === type)?.sum ?? 0;
  const [small, big] = [sumOf(1), sumOf(2)];
  const first = inOrder.find(({ round, type }) => round === 1 && type !== 0 && type !== 9);
  const called = first?.type === 3 ? first.sum : 0;
  parsed.stakes = { small, big: Math.max(big, big <= small ? Math.max(called, 2 * small) : 0) };
}

/**
 * If no seat is marked as dealer, the button is at the seat number before the small blind, or before the big blind if
 * no small blind was posted.
 */
function placeButton(parsed: ParsedHand, actions: GameTags['actions']): void {
  if (parsed.button !== null) return;
  const blind = actions.find(({ type }) => type === 1) ?? actions.find(({ type }) => type === 2);
  if (blind) parsed.button = blind.seat === 1 ? parsed.maxSeats : blind.seat - 1;
}

/**
 * iPoker's types of actions: 0 fold, 1 small blind, 2 big blind, 3 call, 4 check, 5 bet, 6 and 7 all-in, 9 sit out,
 * 15 ante, 23 raise.
 */
function play(parsed: ParsedHand, { seat, type, sum, at }: GameTags['actions'][number]): void {
  switch (type) {
    case 0:
      parsed.fold(seat, at);
      break;
    case 1:
      parsed.post(seat, parsed.hasPosted('small') ? 'dead' : 'small', sum, at);
      break;
    case 2:
      if (sum > parsed.stakes.big) parsed.postBoth(seat, sum, at);
      else parsed.post(seat, 'big', sum, at);
      break;
    case 3:
      parsed.callWith(seat, sum, at);
      break;
    case 4:
      parsed.check(seat, at);
      break;
    case 9:
      // Sitting out after posting a blind or ante is a fold. A player who sits out without a post is not in the hand.
      if (parsed.paidBy(seat) > 0) parsed.fold(seat, at);
      break;
    case 5:
      parsed.putIn(seat, sum, at);
      break;
    case 6:
    case 7:
      parsed.putIn(seat, sum, at);
      break;
    case 15:
      parsed.post(seat, 'ante', sum, at);
      break;
    case 23:
      parsed.raiseTo(seat, sum, at);
      break;
    default:
      if (sum > 0) throw new HandParseError('unknown_line', at);
  }
}

function withoutNumber(text: string): string {
  return text.replace(/gamecode="[^"]*"/, 'gamecode="0"');
}

/** Only the tags of the game, with the names in their attributes replaced. */
function anonymousTags(line: string, parsed: ParsedHand): string {
  const gameTags = [
    ...line.matchAll(/<\/?(?:game|general|players|player|round|action|cards|startdate)\b[^<>]*>(?:[^<]*)/g),
  ];
  return gameTags
    .map(([text]) =>
      withoutNumber(text)
        .replace(/ reg_code="[^"]*"/, '')
        .replace(/\b(name|player)="([^"]+)"/g, (_all, key: string, name: string) => {
          const seat = parsed.seatNamed(name);
          return `${key}="${seat === undefined ? '' : seat === parsed.hero ? 'Hero' : `Seat ${seat}`}"`;
        }),
    )
    .join('');
}
