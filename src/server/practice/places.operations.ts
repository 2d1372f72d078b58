import type { OfferedPlace } from '../../shared/practice/drill-editor.ts';
import type { DrillPlace } from '../../shared/practice/drills.ts';
import type { CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/database.ts';
import { findPlaceTitles } from './decks.queries.ts';
import { findOfferedPlaces } from './places.queries.ts';

/** The sessions, PDFs and coaching plans that can have a deck and that drills can link to. */
export function listOfferedPlaces(deps: Deps, _actor: CoachActor): Promise<OfferedPlace[]> {
  return readOfferedPlaces(deps.db);
}

export function readOfferedPlaces(db: Db): Promise<OfferedPlace[]> {
  return findOfferedPlaces(db);
}

/** The places with their titles, without sessions and PDFs that are no longer on offer. */
export function readPlaceTitles(
  db: Db,
  places: readonly DrillPlace[],
): Promise<(DrillPlace & { title: string })[]> {
  return findPlaceTitles(db, places);
}

/** The sessions on offer and the coaching plans, without the shop's PDFs, whose kind is `product`. */
export async function readLessons(
  db: Db,
): Promise<(Omit<OfferedPlace, 'kind'> & { kind: 'session' | 'plan' })[]> {
  const places = await readOfferedPlaces(db);
  return places.flatMap(({ kind, ...place }) => (kind === 'product' ? [] : [{ kind, ...place }]));
}
