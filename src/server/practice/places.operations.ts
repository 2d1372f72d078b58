import type { OfferedPlace } from '../../shared/practice/drill-editor.ts';
import type { DrillPlace } from '../../shared/practice/drills.ts';
import type { CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/database.ts';
import { findOfferedPlaces, findPlaceTitles } from './places.queries.ts';

/** The sessions, PDFs and coaching plans that coaches can link to, and that can have a deck. */
export function listOfferedPlaces(deps: Deps, _actor: CoachActor): Promise<OfferedPlace[]> {
  return findOfferedPlaces(deps.db);
}

/** The places with their titles, without sessions and PDFs that are no longer in the shop. */
export function readPlaceTitles(
  db: Db,
  places: readonly DrillPlace[],
): Promise<(DrillPlace & { title: string })[]> {
  return findPlaceTitles(db, places);
}
