import type { Insertable } from 'kysely';
import type { HandListItem } from '../../shared/hands/hands.ts';
import type { Hand } from '../../shared/poker/hand.ts';
import { handLine, handLineText } from '../../shared/poker/hand-line.ts';
import { resultOf } from '../../shared/poker/hand-result.ts';
import { parserVersionOf } from '../../shared/poker/parser-version-of.ts';
import { cardText } from '../../shared/poker/playing-card.ts';
import { positionsIn } from '../../shared/poker/positions.ts';
import { finalMoney } from '../../shared/poker/table-states.ts';
import type { HandsTable } from '../platform/db/tables/hand-tables.ts';
import type { findHands } from './hands.queries.ts';

/**
 * The columns that are computed from a hand.
 * @param oddities - the contradictions that were found in the hand history, each as a sentence
 */
export function handColumns(hand: Hand, oddities: string[]) {
  const positions = positionsIn(hand);
  const hero = hand.seats.find(({ seat }) => seat === hand.hero);
  return {
    kind: hand.kind,
    game: hand.game,
    site: typeof hand.source === 'object' ? hand.source.site : null,
    currency: hand.unit.currency,
    small_units: hand.stakes.small,
    big_units: hand.stakes.big,
    seat_count: positions.size,
    hero_position: hero ? (positions.get(hero.seat) ?? null) : null,
    hero_cards: hero?.cards ? hero.cards.map(cardText).join('') : null,
    played_on: hand.playedOn ?? null,
    pot_units: finalMoney(hand),
    hero_net_units: hero ? resultOf(hand, hero.seat).net : null,
    line: handLineText(handLine(hand)).slice(0, 2_000),
    model: JSON.stringify(hand),
    model_version: hand.v,
    reader_version: parserVersionOf(hand) ?? null,
    verdict: oddities.length === 0 ? 'sound' : 'odd',
    oddities,
  } as const satisfies Omit<Insertable<HandsTable>, 'owner_id' | 'source_text' | 'hand_key' | 'title'>;
}

export function presentListItem(row: Awaited<ReturnType<typeof findHands>>[number]): HandListItem {
  return {
    id: row.id,
    title: row.title,
    line: row.line,
    kind: row.kind,
    verdict: row.verdict,
    starred: row.starred,
    hasNote: row.has_note,
    isAsked: row.is_asked,
    netBigBlinds: row.hero_net_units === null ? null : row.hero_net_units / row.big_units,
    playedOn: row.played_on,
    createdAt: row.created_at,
  };
}
