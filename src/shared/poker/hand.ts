import { z } from 'zod';
import { handLimits, pokerGames, pokerSites, postKinds } from './hand-limits.ts';
import type { PlayingCard } from './playing-card.ts';

export type { PokerGame, PokerSite } from './hand-limits.ts';

/** Amounts of a hand are integers of 1/100 of its unit: cents of a currency, hundredths of a chip. */
const units = z.int().min(0);
const seatNumber = z.int().min(1).max(10);
const card = z.int().min(0).max(51) satisfies z.ZodType<PlayingCard>;

const seatSchema = z.object({
  seat: seatNumber,
  /** Before antes and blinds. */
  stack: units,
  cards: z.array(card).max(6).optional(),
  sitsOut: z.literal(true).optional(),
  bounty: units.optional(),
});

export const actionSchema = z.discriminatedUnion('a', [
  z.object({ a: z.literal('post'), seat: seatNumber, what: z.enum(postKinds), amount: units }),
  z.object({ a: z.literal(['fold', 'check', 'call']), seat: seatNumber }),
  /** `to` is the seat's total on the street. */
  z.object({ a: z.literal(['bet', 'raise']), seat: seatNumber, to: units }),
  z.object({ a: z.literal('street'), street: z.enum(['flop', 'turn', 'river']) }),
  /** A returned bet, which no other seat matched. */
  z.object({ a: z.literal('return'), seat: seatNumber, amount: units }),
]);
export type HandAction = z.infer<typeof actionSchema>;
export type PostAction = Extract<HandAction, { a: 'post' }>;
/** An action of a seat, as opposed to the deal of a street. */
export type SeatAction = Exclude<HandAction, { a: 'street' }>;

export const actionIndexSchema = z
  .int('Unknown action')
  .min(0, 'Unknown action')
  .max(handLimits.actions, 'Unknown action');

/**
 * `hand.source.reader` of the hand that the user sees. If newer parsers have parsed the hand since, the request is
 * rejected, because actions and seats may have changed. If the field is omitted, the newest result counts.
 */
export const parserVersionSchema = z.int('Load the hand again').optional();

const awardSchema = z.object({
  seat: seatNumber,
  /** 0 is the main pot. */
  pot: z.int().min(0).max(9),
  run: z.int().min(1).max(handLimits.boards).optional(),
  amount: units,
});
export type Award = z.infer<typeof awardSchema>;

/**
 * One hand, usually finished; an unfinished one has no awards. Pots, positions, and stacks after each action are
 * computed, never stored.
 */
export const handSchema = z.object({
  v: z.literal(1),
  game: z.enum(pokerGames),
  kind: z.enum(['cash', 'tournament']),
  /** `currency` is null for chips and play money. */
  unit: z.object({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable(),
  }),
  stakes: z.object({
    small: units,
    big: units.min(1),
    ante: z
      .union([z.object({ each: units }), z.object({ bigBlindPays: units }), z.object({ button: units })])
      .optional(),
    level: z.string().max(20).optional(),
  }),
  maxSeats: z.int().min(2).max(handLimits.seats),
  /** May be an empty seat, which is called a dead button. */
  button: seatNumber,
  seats: z
    .array(seatSchema)
    .min(2)
    .max(handLimits.seats)
    .refine(
      (seats) => new Set(seats.map(({ seat }) => seat)).size === seats.length,
      'Two players in one seat',
    ),
  hero: seatNumber.nullable(),
  actions: z.array(actionSchema).max(handLimits.actions),
  rake: units,
  fees: z.object({ jackpot: units.optional(), other: units.optional() }).optional(),
  /** One board, or one for each run. */
  boards: z.array(z.array(card).max(5)).max(handLimits.boards),
  awards: z.array(awardSchema).max(handLimits.awards),
  shows: z
    .array(
      z.object({
        seat: seatNumber,
        cards: z.array(card.nullable()).max(6),
        /** `after`: shown voluntarily after a hand without a showdown. */
        at: z.enum(['showdown', 'after']),
        mucked: z.literal(true).optional(),
      }),
    )
    .max(handLimits.shows),
  /** All-in insurance, outside the pot. */
  cashOuts: z
    .array(z.object({ seat: seatNumber, amount: units, fee: units }))
    .max(handLimits.seats)
    .optional(),
  playedOn: z.iso.date().optional(),
  /** `reader` is the `parserVersion` of the code that parsed the hand history. */
  source: z.union([
    z.object({ site: z.enum(pokerSites), reader: z.int() }),
    z.literal(['builder', 'academy']),
  ]),
});
export type Hand = z.infer<typeof handSchema>;
