import type { OfferedResource } from '../../shared/practice/drill-editor.ts';
import type { StudyResource } from '../../shared/practice/drills.ts';
import type { CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/database.ts';
import { findOfferedResources, findResourceTitles } from './study-resources.queries.ts';

/** The sessions, PDFs and coaching plans that coaches can link to, and that can have a deck. */
export function listOfferedResources(deps: Deps, _actor: CoachActor): Promise<OfferedResource[]> {
  return findOfferedResources(deps.db);
}

/** The resources with their titles, without sessions and PDFs that are no longer in the shop. */
export function readResourceTitles(
  db: Db,
  resources: readonly StudyResource[],
): Promise<(StudyResource & { title: string })[]> {
  return findResourceTitles(db, resources);
}
