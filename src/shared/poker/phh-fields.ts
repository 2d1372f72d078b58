import { type PlayingCard, parseCards } from './playing-card.ts';
import type { TomlValue } from './toml.ts';

/** The values of a hand in the poker hand history format (PHH), by their keys. */
export type Fields = ReadonlyMap<string, TomlValue>;

/** @throws RangeError unless all cards can be read */
export function cardsOf(text: string): PlayingCard[] {
  const cards = parseCards(text);
  if (!cards) throw new RangeError(`Not cards: ${text}`);
  return cards;
}

/** The amount in hundredths of the hand's unit. @throws RangeError for a number that is not finite */
export function unitsOf(amount: number): number {
  if (!Number.isFinite(amount)) throw new RangeError('An amount is not known.');
  return Math.round(amount * 100);
}

export function optionalNumber(fields: Fields, key: string): number | undefined {
  const value = fields.get(key);
  return typeof value === 'number' ? value : undefined;
}

/** An array of numbers. @throws RangeError for another value */
export function numbers(fields: Fields, key: string): number[] {
  const value = fields.get(key);
  const list = Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
  if (!Array.isArray(value) || list.length !== value.length) throw new RangeError(`${key} must be numbers.`);
  return list;
}

/** An array of strings. @throws RangeError for another value */
export function texts(fields: Fields, key: string): string[] {
  const value = fields.get(key);
  const list = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  if (!Array.isArray(value) || list.length !== value.length) throw new RangeError(`${key} must be strings.`);
  return list;
}
