import { completeHand, type HandDraft } from './complete-hand.ts';
import { type DealState, legalActions, startDeal, stepOrThrow } from './deal.ts';
import { forcedPosts } from './forced-posts.ts';
import type { Hand, HandAction } from './hand.ts';
import { pokerGames, postKinds } from './hand-limits.ts';
import { type PlayingCard, readCards } from './playing-card.ts';
import { positionsOf } from './positions.ts';

/**
 * Builds a finished hand from this notation. Amounts are in the hand's unit, such as dollars or chips, with at most two
 * decimals. The antes and blinds of the stakes are posted automatically, and each action belongs to the seat whose
 * turn it is:
 *
 *     nlhe cash USD 0.25/0.5, 6-max, button 4
 *     4 BTN 50 As5s hero
 *     5 SB 50
 *     6 BB 50 KdQc
 *     …
 *     preflop f*3 r1.25 f c
 *     flop Ks8s3d x b0.9 c
 *     turn Th x x
 *     river 2s b3 r11 c
 *     rake 1.25
 *
 * Actions are f (fold), f*3 (three players fold), x (check), c (call), b0.9 (bet 0.9), r11 (raise to 11) and ai (the
 * largest bet or raise that is allowed, or a call if none is).
 *
 * The first line can end with `ante 0.1`, `bb-ante 1` or `button-ante 1`, then `level 12`, then `no small blind`. Other
 * posts are a line such as `posts UTG straddle 2, CO dead 0.5`. The cards of a second run follow a slash: `river
 * 2s/9h`. A seat that is not dealt in has the position `out`. Other lines are `fees jackpot 1` and `cashout BTN 45 fee
 * 0.5`. Lines that begin with # are comments.
 * @throws RangeError for a line that cannot be read, and for a hand that `completeHand` rejects
 */
export function buildHand(notation: string): Hand {
  return completeHand(playNotation(notation).draft);
}

/** Plays a hand that may be unfinished. @throws RangeError for an invalid line or a forbidden action */
export function playNotation(notation: string): { draft: HandDraft; state: DealState } {
  const lines = notation
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [head = '', ...rest] = lines;
  const table = readHead(head);
  const seatLines = rest.filter((line) => /^\d/.test(line));
  const seats = seatLines.map(readSeat);
  const dealt = seats.filter(({ sitsOut }) => !sitsOut).map(({ seat }) => seat);
  const positions = positionsOf(dealt, table.button, table.hasSmall);
  seatLines.forEach((line, index) => {
    const expected = positions.get(seats[index]?.seat ?? 0) ?? 'out';
    if (line.split(/\s+/)[1] !== expected) throw new RangeError(`This seat is ${expected}: ${line}`);
  });
  const seatAt = (position: string | undefined) => {
    const found = dealt.find((seat) => positions.get(seat) === position);
    if (found === undefined) throw new RangeError(`No seat has this position: ${position}`);
    return found;
  };
  const hero = seatLines.findIndex((line) => / hero\b/.test(line));
  const { hasSmall, ...tableFields } = table;
  const setup = { ...tableFields, seats };

  let state = startDeal(setup);
  const actions: HandAction[] = [];
  const add = (action: HandAction) => {
    state = stepOrThrow(state, action);
    actions.push(action);
  };
  const addDecisions = (word: string) => {
    const [, decision = '', count = '1'] = /^(f)\*(\d+)$/.exec(word) ?? [word, word];
    for (let done = 0; done < Number(count); done += 1) add(readDecision(decision, state));
  };
  for (const post of forcedPosts(setup, { hasSmall })) add(post);

  const boards: PlayingCard[][] = [];
  const money: Pick<Hand, 'rake' | 'fees' | 'cashOuts'> = { rake: 0 };
  for (const line of rest.filter((each) => !/^\d/.test(each))) {
    const [word = '', ...parts] = line.split(/\s+/);
    switch (word) {
      case 'posts':
        for (const text of line.slice(word.length).split(',')) {
          const [position, what, amount] = text.trim().split(/\s+/);
          const kind = postKinds.find((known) => known === what);
          if (!kind) throw new RangeError(`Not a post: ${text.trim()}`);
          add({ a: 'post', seat: seatAt(position), what: kind, amount: readAmount(amount) });
        }
        break;
      case 'preflop':
        for (const word of parts) addDecisions(word);
        break;
      case 'flop':
      case 'turn':
      case 'river':
        add({ a: 'street', street: word });
        addCards(boards, parts[0] ?? '');
        for (const word of parts.slice(1)) addDecisions(word);
        break;
      case 'rake':
        money.rake = readAmount(parts[0]);
        break;
      case 'fees':
        if (parts[0] !== 'jackpot' && parts[0] !== 'other') throw new RangeError(`Not a fee: ${line}`);
        money.fees = { ...money.fees, [parts[0]]: readAmount(parts[1]) };
        break;
      case 'cashout':
        money.cashOuts = [
          ...(money.cashOuts ?? []),
          { seat: seatAt(parts[0]), amount: readAmount(parts[1]), fee: readAmount(parts[3] ?? '0') },
        ];
        break;
      default:
        throw new RangeError(`Not a line of a hand: ${line}`);
    }
  }
  const draft: HandDraft = {
    v: 1,
    ...setup,
    hero: seats[hero]?.seat ?? null,
    actions,
    boards,
    ...money,
    source: 'academy',
  };
  return { draft, state };
}

const headPattern =
  /^(\w+) (cash|tournament) (chips|[A-Z]{3}) ([\d.]+)\/([\d.]+), (\d+)-max, button (\d+)(?:, (ante|bb-ante|button-ante) ([\d.]+))?(?:, level ([^,]+))?(, no small blind)?$/;

function readHead(line: string): Pick<Hand, 'game' | 'kind' | 'unit' | 'stakes' | 'maxSeats' | 'button'> & {
  hasSmall: boolean;
} {
  const match = headPattern.exec(line);
  const game = pokerGames.find((known) => known === match?.[1]);
  if (!match || !game) throw new RangeError(`Not the first line of a hand: ${line}`);
  const [, , kind, currency, small, big, maxSeats, button, anteKind, ante, level, noSmall] = match;
  const anteKeys = { ante: 'each', 'bb-ante': 'bigBlindPays', 'button-ante': 'button' };
  const anteKey = anteKeys[anteKind as keyof typeof anteKeys];
  return {
    game,
    kind: kind === 'cash' ? 'cash' : 'tournament',
    unit: { currency: currency === 'chips' ? null : (currency ?? null) },
    stakes: {
      small: readAmount(small),
      big: readAmount(big),
      ...(anteKey && { ante: { [anteKey]: readAmount(ante) } as NonNullable<Hand['stakes']['ante']> }),
      ...(level !== undefined && { level }),
    },
    maxSeats: Number(maxSeats),
    button: Number(button),
    hasSmall: noSmall === undefined,
  };
}

function readSeat(line: string): Hand['seats'][number] {
  const [seat, position, stack, ...more] = line.split(/\s+/);
  const cardsText = more.find((part) => part !== 'hero');
  const cards = cardsText === undefined ? undefined : readCards(cardsText);
  return {
    seat: Number(seat),
    stack: readAmount(stack),
    ...(cards && { cards }),
    ...(position === 'out' && { sitsOut: true }),
  };
}

/** @returns hundredths of the hand's unit */
function readAmount(text: string | undefined): number {
  if (text === undefined || !/^\d+(\.\d{1,2})?$/.test(text)) throw new RangeError(`Not an amount: ${text}`);
  return Math.round(Number(text) * 100);
}

/** Adds the cards of a street to each run. A run that begins on this street also has the earlier cards. */
function addCards(boards: PlayingCard[][], text: string): void {
  const runs = text.split('/').map(readCards);
  const before = [...(boards[0] ?? [])];
  runs.forEach((cards, run) => {
    boards[run] = [...(boards[run] ?? before), ...cards];
  });
}

/** Reads `f`, `x`, `c`, `b1.8`, `r2.5` or `ai` as the action of the seat whose turn it is. */
function readDecision(word: string, state: DealState): HandAction {
  const [, passive, active, amount] = /^(?:([fxc]|ai)|([br])([\d.]+))$/.exec(word) ?? [];
  if (!passive && !active) throw new RangeError(`Not an action: ${word}`);
  const legal = legalActions(state);
  if (!legal) throw new RangeError(`No player is left to act: ${word}`);
  const { seat, raise } = legal;
  if (active) return { a: active === 'b' ? 'bet' : 'raise', seat, to: readAmount(amount) };
  if (passive === 'f') return { a: 'fold', seat };
  if (passive === 'x') return { a: 'check', seat };
  if (passive === 'c' || !raise) return { a: 'call', seat };
  return { a: state.bet > 0 ? 'raise' : 'bet', seat, to: raise[1] };
}
