import { completeHand, type HandDraft, potsOfHand } from '../complete-hand.ts';
import { type DealState, legalActions, startDeal, stepOrThrow } from '../deal.ts';
import { forcedPosts } from '../forced-posts.ts';
import { type Award, type Hand, type HandAction, handSchema } from '../hand.ts';
import { postKinds } from '../hand-limits.ts';
import { hasShowdown } from '../hand-result.ts';
import { phhGames } from '../phh.ts';
import { type PlayingCard, readCards } from '../playing-card.ts';
import { dealtOrder } from '../positions.ts';
import type { TomlValue } from '../toml.ts';
import { readToml } from './read-toml.ts';

/** The values of a hand, by their keys. */
type Fields = ReadonlyMap<string, TomlValue>;

/**
 * Reads a finished hand of no-limit hold'em or pot-limit Omaha in the poker hand history (PHH) format, with the fields
 * that `writePhh` adds to the format: those that begin with an underscore.
 * @throws RangeError for another game, invalid text, and actions that the rules forbid; ZodError for a hand beyond our
 * limits
 */
export function readPhh(text: string): Hand {
  const fields = readToml(text);
  const game = phhGames.find(({ variant }) => variant === fields.get('variant'));
  if (!game) throw new RangeError(`Not a game that we read: ${fields.get('variant')}`);
  const setup = setupOf(fields, game.game);
  const order = dealtOrder(setup);
  const lines = texts(fields, 'actions').map((line) => line.split('#')[0]?.trim().split(/\s+/) ?? []);
  const cards = holeCardsOf(lines, order);
  const { actions, board, shows } = playLines(setup, fields, lines, cards);
  const boards = fields.has('_boards') ? texts(fields, '_boards').map(readCards) : [board];
  const draft: HandDraft = {
    v: 1,
    ...setup,
    seats: setup.seats.map((seat) => {
      const own = cards.get(seat.seat);
      return own ? { ...seat, cards: own } : seat;
    }),
    hero: optionalNumber(fields, '_hero') ?? null,
    actions,
    boards: boards.filter((each) => each.length > 0),
    rake: 0,
    ...feesOf(fields),
    ...dateOf(fields),
    source: 'builder',
  };
  const withRake = { ...draft, rake: rakeOf(fields, draft) };
  return handSchema.parse(
    completeHand(withRake, {
      shows: shows.map((show) => ({ ...show, at: hasShowdown(draft) ? 'showdown' : 'after' })),
      ...awardsOf(fields, order, withRake),
    }),
  );
}

type Setup = Pick<Hand, 'game' | 'kind' | 'unit' | 'stakes' | 'maxSeats' | 'button' | 'seats'>;

function setupOf(fields: Fields, game: Hand['game']): Setup {
  const stacks = numbers(fields, 'starting_stacks');
  const seats = fields.has('seats') ? numbers(fields, 'seats') : stacks.map((_, index) => index + 1);
  if (stacks.length < 2 || seats.length !== stacks.length || new Set(seats).size < seats.length)
    throw new RangeError('Stacks and seats do not match.');
  const blinds = numbers(fields, 'blinds_or_straddles');
  const antes = numbers(fields, 'antes');
  const currency = fields.get('currency');
  const level = fields.get('_level') ?? fields.get('level');
  const statedAnte = fields.get('_ante');
  // Heads-up, the format lists the small blind's ante first, although the small blind is the second player.
  const ante =
    typeof statedAnte === 'string'
      ? anteNamed(statedAnte)
      : anteOf(antes.length === 2 ? antes.toReversed() : antes);
  return {
    game,
    kind: fields.get('_kind') === 'tournament' ? 'tournament' : 'cash',
    unit: { currency: typeof currency === 'string' ? currency : null },
    stakes: {
      small: unitsOf(optionalNumber(fields, '_small_blind') ?? Math.min(blinds[0] ?? 0, blinds[1] ?? 0)),
      big: unitsOf(optionalNumber(fields, 'min_bet') ?? blinds[1] ?? 0),
      ...(ante && { ante }),
      ...(level !== undefined && { level: String(level) }),
    },
    maxSeats: optionalNumber(fields, 'seat_count') ?? Math.max(...seats),
    button: optionalNumber(fields, '_button') ?? seats.at(-1) ?? 1,
    seats: seats
      .map((seat, index) => ({ seat, stack: unitsOf(stacks[index] ?? 0) }))
      .sort((one, other) => one.seat - other.seat),
  };
}

/** @param text - our field for the ante, such as `bigBlindPays 1` */
function anteNamed(text: string): Hand['stakes']['ante'] {
  const [kind, amount] = text.split(' ');
  const units = unitsOf(Number(amount ?? 0));
  if (kind === 'each') return { each: units };
  if (kind === 'bigBlindPays') return { bigBlindPays: units };
  return kind === 'button' ? { button: units } : undefined;
}

/** @param antes - by player: the small blind first, or heads-up the big blind first */
function anteOf(antes: readonly number[]): Hand['stakes']['ante'] {
  const [first = 0, ...others] = antes.map(unitsOf);
  if (antes.length > 1 && first > 0 && others.every((ante) => ante === first)) return { each: first };
  const paying = [first, ...others].flatMap((ante, index) => (ante > 0 ? [{ ante, index }] : []));
  const [only] = paying;
  if (!only || paying.length > 1) return undefined;
  const bigBlind = antes.length === 2 ? 0 : 1;
  return only.index === bigBlind ? { bigBlindPays: only.ante } : { button: only.ante };
}

function postsOf(setup: Setup, fields: Fields, order: readonly number[]): HandAction[] {
  if (fields.has('_posts')) {
    return texts(fields, '_posts').map((text) => {
      const [player, what, amount] = text.split(' ');
      const kind = postKinds.find((known) => known === what);
      if (!kind) throw new RangeError(`Not a post: ${text}`);
      return { a: 'post', seat: seatAt(order, player), what: kind, amount: unitsOf(Number(amount)) };
    });
  }
  const blinds = numbers(fields, 'blinds_or_straddles');
  const more = blinds.slice(2).flatMap((blind, index): HandAction[] => {
    const amount = unitsOf(blind);
    if (amount === 0) return [];
    const what = amount > setup.stakes.big ? 'straddle' : 'enter';
    return [{ a: 'post', seat: order[index + 2] ?? 0, what, amount }];
  });
  return [...forcedPosts(setup), ...more];
}

function holeCardsOf(lines: readonly string[][], order: readonly number[]): Map<number, PlayingCard[]> {
  const cards = new Map<number, PlayingCard[]>();
  for (const [actor, verb, ...rest] of lines) {
    const [player, text = ''] = actor === 'd' ? rest : [actor, rest[0]];
    if (verb !== 'dh' && verb !== 'sm') continue;
    if (!text.includes('?') && text !== '' && text !== '-') cards.set(seatAt(order, player), readCards(text));
  }
  return cards;
}

type Shown = Omit<Hand['shows'][number], 'at'>;

function playLines(
  setup: Setup,
  fields: Fields,
  lines: readonly string[][],
  cards: ReadonlyMap<number, PlayingCard[]>,
) {
  const order = dealtOrder(setup);
  const actions: HandAction[] = [];
  const board: PlayingCard[] = [];
  const shows: Shown[] = [];
  let state = startDeal(setup);
  const add = (action: HandAction) => {
    state = stepOrThrow(state, action);
    actions.push(action);
  };
  for (const post of postsOf(setup, fields, order)) add(post);
  for (const [actor = '', verb, ...rest] of lines) {
    if (actor === '' || verb === 'dh') continue;
    if (actor === 'd' && verb === 'db') {
      const street = (['flop', 'turn', 'river'] as const)[Math.max(0, board.length - 2)] ?? 'river';
      board.push(...readCards(rest[0] ?? ''));
      add({ a: 'street', street });
    } else if (verb === 'sm') {
      shows.push(shownBy(seatAt(order, actor), rest[0], cards));
    } else add(decisionOf(state, seatAt(order, actor), verb, rest[0]));
  }
  return { actions, board, shows };
}

function shownBy(seat: number, text: string | undefined, cards: ReadonlyMap<number, PlayingCard[]>): Shown {
  if (text === undefined) return { seat, cards: [], mucked: true };
  if (text === '-') return { seat, cards: cards.get(seat) ?? [] };
  const parts = text.match(/../g) ?? [];
  return { seat, cards: parts.map((part) => (part === '??' ? null : (readCards(part)[0] ?? null))) };
}

function decisionOf(
  state: DealState,
  seat: number,
  verb: string | undefined,
  amount: string | undefined,
): HandAction {
  switch (verb) {
    case 'f':
      return { a: 'fold', seat };
    case 'cc':
      return { a: (legalActions(state)?.call ?? 0) > 0 ? 'call' : 'check', seat };
    case 'cbr':
      return { a: state.bet > 0 ? 'raise' : 'bet', seat, to: unitsOf(Number(amount)) };
    default:
      throw new RangeError(`Not an action: ${verb}`);
  }
}

function feesOf(fields: Fields): Pick<Hand, 'fees'> {
  const [jackpot, other] = [optionalNumber(fields, '_jackpot_fee'), optionalNumber(fields, '_other_fee')];
  if (jackpot === undefined && other === undefined) return {};
  return {
    fees: {
      ...(jackpot !== undefined && { jackpot: unitsOf(jackpot) }),
      ...(other !== undefined && { other: unitsOf(other) }),
    },
  };
}

/** The stated rake, or else the part of the pots that is not in the stated winnings; 0 if neither is stated. */
function rakeOf(fields: Fields, draft: HandDraft): number {
  const rake = optionalNumber(fields, '_rake');
  if (rake !== undefined) return unitsOf(rake);
  if (!fields.has('winnings')) return 0;
  const won = numbers(fields, 'winnings').reduce((sum, each) => sum + unitsOf(each), 0);
  const pot = potsOfHand(draft).reduce((sum, { units }) => sum + units, 0);
  return Math.max(0, pot - won);
}

/**
 * The awards in our field `_awards`. Without this field, the stated winnings are the award if only one player won, some
 * cards are unknown, and our field `_rake` is missing. Otherwise returns `{}`, and the cards decide.
 */
function awardsOf(fields: Fields, order: readonly number[], draft: HandDraft): { awards?: Award[] } {
  if (fields.has('_awards')) {
    return {
      awards: texts(fields, '_awards').map((text) => {
        const [seat = 0, pot = 0, run = 0, amount = 0] = text.split(' ').map(Number);
        return { seat, pot, ...(run > 0 && { run }), amount: unitsOf(amount) };
      }),
    };
  }
  const allKnown = draft.seats.every(({ cards }) => cards);
  const winnings = fields.has('winnings') ? numbers(fields, 'winnings') : [];
  const winners = winnings.flatMap((amount, index) =>
    amount > 0 ? [{ seat: order[index] ?? 0, amount }] : [],
  );
  const [winner] = winners;
  if (allKnown || fields.has('_rake') || !winner || winners.length > 1) return {};
  return { awards: [{ seat: winner.seat, pot: 0, amount: unitsOf(winner.amount) }] };
}

function dateOf(fields: Fields): Pick<Hand, 'playedOn'> {
  const parts = ['year', 'month', 'day'].map((key) => optionalNumber(fields, key));
  if (parts.some((part) => part === undefined)) return {};
  return { playedOn: parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-') };
}

function seatAt(order: readonly number[], player: string | undefined): number {
  const seat = order[Number(/^p(\d+)$/.exec(player ?? '')?.[1] ?? 0) - 1];
  if (seat === undefined) throw new RangeError(`Not a player: ${player}`);
  return seat;
}

/** The amount in hundredths of the hand's unit. @throws RangeError for a number that is not finite */
function unitsOf(amount: number): number {
  if (!Number.isFinite(amount)) throw new RangeError('An amount is not known.');
  return Math.round(amount * 100);
}

function optionalNumber(fields: Fields, key: string): number | undefined {
  const value = fields.get(key);
  return typeof value === 'number' ? value : undefined;
}

/** @throws RangeError unless the value is an array of numbers */
const numbers = (fields: Fields, key: string) =>
  listOf(fields, key, (each) => typeof each === 'number', 'numbers');

/** @throws RangeError unless the value is an array of strings */
const texts = (fields: Fields, key: string) =>
  listOf(fields, key, (each) => typeof each === 'string', 'strings');

function listOf<Item extends TomlValue>(
  fields: Fields,
  key: string,
  isItem: (value: TomlValue) => value is Item,
  what: string,
): Item[] {
  const value = fields.get(key);
  if (!Array.isArray(value) || !value.every(isItem)) throw new RangeError(`${key} must be ${what}.`);
  return value;
}
