import { cardNames, handFormat, sentence } from '../../../../shared/poker/action-text.ts';
import { type AmountUnit, amountText, bigBlindText } from '../../../../shared/poker/amount-text.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';
import { cardsOf } from '../../../../shared/poker/hand-result.ts';
import { positionsIn, viewedSeat } from '../../../../shared/poker/positions.ts';
import type { ReplayStep } from '../../../../shared/poker/replay.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PlayingCardFace } from '../../../ui/playing-card-face.tsx';

export type ReplayTableProps = {
  hand: Hand;
  step: ReplayStep;
  unit: AmountUnit;
  /** Whether to show known cards of opponents before the showdown. */
  showsOpponents: boolean;
  /** The student's labels for opponents, by seat. */
  labels?: ReadonlyMap<number, string>;
};

type ReplaySeat = ReplayStep['seats'][number];

/** A diagram of the table at one step. The accessible name describes the step in words. */
export function ReplayTable({ hand, step, unit, showsOpponents, labels }: ReplayTableProps) {
  const order = step.seats.map(({ seat }) => seat).toSorted((a, b) => a - b);
  const positions = positionsIn(hand);
  const places = seatPlaces(order, viewedSeat(hand));
  const short = (units: number) =>
    unit === 'bb' ? bigBlindText(units, hand.stakes.big) : amountText(units, hand, unit);
  const boards = step.boards.filter((board) => board.length > 0);
  return (
    // Cards reach over the upper edge of the table.
    <div className="@container min-w-0 pt-3">
      <div
        role="img"
        aria-label={tableText(hand, step, { unit, showsOpponents, labels })}
        className="relative h-88 w-full select-none @lg:h-112"
      >
        <div className="absolute inset-x-[9%] inset-y-[13%] rounded-[4rem] border border-border bg-sunken @lg:inset-x-[12%]" />
        {step.seats.map((seat) => {
          const [x, y] = places.get(seat.seat) ?? [50, 50];
          return (
            <div
              key={seat.seat}
              className="absolute -translate-x-1/2 -translate-y-1/2"
              // If the text is large, a seat at the side would extend beyond the edge of the screen.
              style={{ left: `clamp(2rem, ${x}%, 100% - 2rem)`, top: `${y}%` }}
            >
              <Seat
                seat={seat}
                name={seat.seat === hand.hero ? 'Hero' : (positions.get(seat.seat) ?? '')}
                position={seat.seat === hand.hero ? positions.get(seat.seat) : undefined}
                label={seat.seat === hand.hero ? undefined : labels?.get(seat.seat)}
                cards={shownCards(hand, seat, showsOpponents)}
                isToAct={step.toAct === seat.seat}
                bet={seat.bet > 0 ? short(seat.bet) : undefined}
                share={step.money > 0 ? seat.bet / step.money : 0}
                stack={short(seat.stack)}
              />
            </div>
          );
        })}
        {/* Drawn over the seats, which would cover the boards and pots if the text is large. */}
        <div className="absolute top-1/2 left-1/2 flex -translate-x-1/2 -translate-y-1/2 flex-col items-center gap-2">
          {boards.map((board, run) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other identity
            <span key={run} className="flex gap-1">
              {board.map((card) => (
                <PlayingCardFace key={card} card={card} className="w-8 motion-safe:animate-rise @lg:w-12" />
              ))}
            </span>
          ))}
          <Pots step={step} short={short} />
        </div>
      </div>
    </div>
  );
}

/** The boards, the pots, and each player's cards, stack and bet, in the order of the seats. */
function tableText(
  hand: Hand,
  step: ReplayStep,
  { unit, showsOpponents, labels }: Pick<ReplayTableProps, 'unit' | 'showsOpponents' | 'labels'>,
): string {
  const { nameOf, amount } = handFormat(hand, unit);
  const boards = step.boards.filter((board) => board.length > 0);
  const sidePots = step.pots.slice(1).flatMap(({ units }) => (units > 0 ? [amount(units)] : []));
  const players = step.seats.map((player) => {
    const { seat, stack, bet, folded, allIn } = player;
    const cards = shownCards(hand, player, showsOpponents).filter((card) => card !== null);
    const state = folded ? 'folded' : allIn ? 'all-in' : amount(stack);
    const label = labels?.get(seat);
    return `${nameOf(seat)}${label ? `, ${label},` : ''} ${cards.length > 0 ? `with ${cardNames(cards)}, ` : ''}${state}${bet > 0 ? `, bet ${amount(bet)}` : ''}${step.toAct === seat ? ', to act' : ''}`;
  });
  return [
    'The table.',
    ...boards.map((board, run) => `Board${boards.length > 1 ? ` ${run + 1}` : ''}: ${cardNames(board)}.`),
    `Pot: ${amount(step.money)}${sidePots.length > 0 ? `, side pot ${sidePots.join(', ')}` : ''}.`,
    sentence(players.join('; ')),
  ].join(' ');
}

function Pots({ step, short }: { step: ReplayStep; short: (units: number) => string }) {
  if (step.money === 0) return null;
  const parts = step.pots.flatMap(({ units }, index) => {
    const name = index === 0 ? 'main' : step.pots.length > 2 ? `side ${index}` : 'side';
    return units > 0 ? [`${name} ${short(units)}`] : [];
  });
  return (
    <span className="flex flex-col items-center rounded-control bg-bg/80 px-2 text-center tabular">
      <span className="font-semibold">Pot {short(step.money)}</span>
      {parts.length > 1 && <span className="text-xs text-muted">{parts.join(', ')}</span>}
    </span>
  );
}

/**
 * The cards to show, null for the back of an unknown card. Opponents who folded have no cards unless `showsOpponents`.
 */
function shownCards(hand: Hand, seat: ReplaySeat, showsOpponents: boolean): (number | null)[] {
  const isHero = seat.seat === hand.hero;
  if (seat.folded && !isHero && !showsOpponents) return [];
  const isOpen = isHero || seat.shows || showsOpponents;
  const cards = cardsOf(hand, seat.seat).map((card) => (isOpen ? card : null));
  return seat.folded && cards.every((card) => card === null) ? [] : cards;
}

type SeatProps = {
  seat: ReplaySeat;
  name: string;
  /** The position of the hero; undefined for opponents, whose name is their position. */
  position: string | undefined;
  label: string | undefined;
  cards: (number | null)[];
  isToAct: boolean;
  bet: string | undefined;
  /** The bet's share of the pot, 0…1. */
  share: number;
  stack: string;
};

function Seat({ seat, name, position, label, cards, isToAct, bet, share, stack }: SeatProps) {
  return (
    <div className="flex w-20 max-w-[calc(24cqw+1.5rem)] flex-col items-center @lg:w-28">
      <div
        className={classNames(
          'w-full rounded-control border bg-surface px-1.5 py-1 text-center text-xs transition-colors @lg:text-sm',
          isToAct ? 'border-primary ring-2 ring-primary' : 'border-border',
          seat.folded && 'text-subtle',
        )}
      >
        {cards.length > 0 && (
          <span
            className={classNames('-mt-4 mb-0.5 flex justify-center gap-0.5', seat.folded && 'opacity-60')}
          >
            {cards.map((card, index) => (
              <PlayingCardFace key={card ?? `back-${index}`} card={card} className="w-5 @lg:w-7" />
            ))}
          </span>
        )}
        <span className="block truncate">
          <span className="font-semibold">{name}</span>
          {position && <span className="text-muted"> {position}</span>}
        </span>
        {label && (
          <span className="block truncate text-muted" title={label}>
            {label}
          </span>
        )}
        <span className="block font-mono text-xs tabular">
          {seat.folded ? 'folded' : seat.allIn ? 'all-in' : stack}
        </span>
      </div>
      {bet && (
        <span className="mt-1 flex items-center gap-1 rounded-control bg-bg px-1 text-xs font-semibold tabular">
          <span
            className="h-3 rounded-xs bg-primary"
            style={{ width: `${Math.max(2, Math.round(share * 24))}px` }}
          />
          {bet}
        </span>
      )}
    </div>
  );
}

/** Percentages from the left and the top of the table. */
type Place = readonly [x: number, y: number];

const bottom: Place = [50, 91];
const bottomLeft: Place = [15, 88];
const bottomRight: Place = [85, 88];
const left: Place = [12, 50];
const right: Place = [88, 50];
const leftLow: Place = [12, 63];
const leftHigh: Place = [12, 34];
const rightLow: Place = [88, 63];
const rightHigh: Place = [88, 34];
const topLeft: Place = [22, 9];
const top: Place = [50, 9];
const topRight: Place = [78, 9];

/** The places by number of seats, clockwise from the bottom. */
const places: Record<number, readonly Place[]> = {
  2: [bottom, top],
  3: [bottom, topLeft, topRight],
  4: [bottom, left, top, right],
  5: [bottom, left, topLeft, topRight, right],
  6: [bottom, leftLow, leftHigh, top, rightHigh, rightLow],
  7: [bottom, leftLow, leftHigh, topLeft, topRight, rightHigh, rightLow],
  8: [bottom, bottomLeft, left, topLeft, top, topRight, right, bottomRight],
  9: [bottom, bottomLeft, leftLow, leftHigh, topLeft, topRight, rightHigh, rightLow, bottomRight],
  10: [bottom, bottomLeft, leftLow, leftHigh, topLeft, top, topRight, rightHigh, rightLow, bottomRight],
};

/** The place of each seat, with the seat `first` at the bottom. @param order - seats clockwise */
function seatPlaces(order: readonly number[], first: number): Map<number, Place> {
  const start = Math.max(order.indexOf(first), 0);
  const rotated = [...order.slice(start), ...order.slice(0, start)];
  const slots = places[rotated.length] ?? [];
  return new Map(rotated.map((seat, index) => [seat, slots[index] ?? top]));
}
