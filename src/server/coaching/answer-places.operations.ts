import type { z } from 'zod';
import type { PlaceOfAnswer } from '../../shared/coaching/answers.ts';
import type { coachPlaceView } from '../../shared/coaching/questions.ts';
import { readingPath } from '../../shared/learning/reading-path.ts';
import type { CoachActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import type { Db } from '../platform/db/database.ts';
import { listOfferedResources, readResourceTitles } from '../practice/study-resources.operations.ts';
import { findPlanPages, sessionHasVideo } from './answer-places.queries.ts';
import type { TitledPlace } from './questions.present.ts';
import type { AnswerRow } from './questions.queries.ts';

/** The sessions and coaching plans that a coach can link an answer to. */
export async function listPlaces(deps: Deps, actor: CoachActor): Promise<z.infer<typeof coachPlaceView>[]> {
  const places = await listOfferedResources(deps, actor);
  return places.flatMap(({ kind, ...place }) => (kind === 'product' ? [] : [{ kind, ...place }]));
}

/**
 * Checks the place that an answer links to.
 * @throws DomainError invalid_input for a session or coaching plan that the academy does not offer, for a page that the
 * plan does not have, and for a time in a session without a video
 */
export async function requireKnownPlace(deps: Deps, place: PlaceOfAnswer | null): Promise<void> {
  if (place === null) return;
  const [offered] = await readResourceTitles(deps.db, [place]);
  if (offered?.kind !== place.kind) {
    throw invalidField('place', 'Choose a session or coaching plan from the list');
  }
  if (place.kind === 'plan') await requireKnownPage(deps.db, place);
  else if (place.atSeconds > 0 && !(await sessionHasVideo(deps.db, place.id))) {
    throw invalidField('placeAt', 'This session has no video. Leave the time empty.');
  }
}

async function requireKnownPage(db: Db, { id, page }: { id: number; page: number }): Promise<void> {
  const pages = await findPlanPages(db, id);
  if (pages === undefined || page <= pages) return;
  throw invalidField(
    'placeAt',
    pages === 1 ? 'This coaching plan has only 1 page' : `Enter a page from 1 to ${pages}`,
  );
}

/**
 * The sessions and coaching plans that answers link to, by the id of the answer. Sessions and plans that are no longer
 * offered are left out.
 */
export async function placesOf(db: Db, answers: readonly AnswerRow[]): Promise<Map<string, TitledPlace>> {
  const titles = await readResourceTitles(
    db,
    answers.flatMap(({ place }) => place ?? []),
  );
  return new Map(
    answers.flatMap(({ id, place }) => {
      const found = titles.find((each) => each.kind === place?.kind && each.id === place.id);
      return place && found ? [[id, { place, title: found.title, path: pathOf(place) }]] : [];
    }),
  );
}

function pathOf(place: PlaceOfAnswer): string {
  return place.kind === 'session'
    ? `/coaching/${place.id}?at=${place.atSeconds}`
    : `${readingPath({ kind: 'plan', id: place.id })}#page-${place.page}`;
}
