import type { trpc } from '../../../trpc.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

/** Invalidates the sessions, PDFs and coaching plans that coaches choose from, in drills, answers and homework. */
export function refreshChoices(utils: Utils): Promise<unknown> {
  return Promise.all([
    utils.drills.places.invalidate(),
    utils.questions.places.invalidate(),
    utils.coaching.materials.invalidate(),
    utils.daily.material.invalidate(),
  ]);
}
