import { z } from 'zod';
import {
  archiveDrillInput,
  coachDeckView,
  createdIdView,
  drillFiguresListView,
  editedDrillView,
  listDrillsInput,
  offeredResourceView,
  saveDeckInput,
  saveDrillInput,
} from '../../shared/practice/drill-editor.ts';
import {
  askDrillsInput,
  attemptIdInput,
  attemptInput,
  deckHitsView,
  deckIdInput,
  deckView,
  drillIdInput,
  drillListView,
  findDecksInput,
  pauseInput,
  practiceView,
  reportUnclearInput,
  setMinutesInput,
  solutionView,
  takeBackInput,
} from '../../shared/practice/drills.ts';
import { coachProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { attemptDrill, bury, markEasy, reportUnclear, takeBack } from './attempts.operations.ts';
import { getDeck, pauseDeck, searchDecks } from './decks.operations.ts';
import { askDrills, getPractice, setMinutes } from './drills.operations.ts';
import {
  archiveDrill,
  createDeck,
  getEditedDrill,
  listCoachDecks,
  listDrillFigures,
  saveDrill,
} from './editing.operations.ts';
import { listOfferedResources } from './study-resources.operations.ts';

export const drillsRouter = router({
  practice: userProcedure.output(practiceView).query(({ ctx }) => getPractice(ctx.deps, ctx.actor)),

  setMinutes: userProcedure
    .input(setMinutesInput)
    .mutation(({ ctx, input }) => setMinutes(ctx.deps, ctx.actor, input.minutes)),

  deck: userProcedure
    .input(deckIdInput)
    .output(deckView)
    .query(({ ctx, input }) => getDeck(ctx.deps, ctx.actor, input.id)),

  findDecks: userProcedure
    .input(findDecksInput)
    .output(deckHitsView)
    .query(({ ctx, input }) => searchDecks(ctx.deps, ctx.actor, input.q)),

  ask: userProcedure
    .input(askDrillsInput)
    .output(drillListView)
    .query(({ ctx, input }) => askDrills(ctx.deps, ctx.actor, input)),

  attempt: userProcedure
    .input(attemptInput)
    .output(solutionView)
    .mutation(({ ctx, input }) => attemptDrill(ctx.deps, ctx.actor, input)),

  markEasy: userProcedure
    .input(attemptIdInput)
    .mutation(({ ctx, input }) => markEasy(ctx.deps, ctx.actor, input.id)),

  takeBack: userProcedure
    .input(takeBackInput)
    .mutation(({ ctx, input }) => takeBack(ctx.deps, ctx.actor, input)),

  bury: userProcedure.input(drillIdInput).mutation(({ ctx, input }) => bury(ctx.deps, ctx.actor, input.id)),

  pauseDeck: userProcedure
    .input(pauseInput)
    .mutation(({ ctx, input }) => pauseDeck(ctx.deps, ctx.actor, input)),

  reportUnclear: userProcedure
    .input(reportUnclearInput)
    .mutation(({ ctx, input }) => reportUnclear(ctx.deps, ctx.actor, input)),

  coachDecks: coachProcedure
    .output(z.array(coachDeckView))
    .query(({ ctx }) => listCoachDecks(ctx.deps, ctx.actor)),

  places: coachProcedure
    .output(z.array(offeredResourceView))
    .query(({ ctx }) => listOfferedResources(ctx.deps, ctx.actor)),

  createDeck: coachProcedure
    .input(saveDeckInput)
    .output(createdIdView)
    .mutation(({ ctx, input }) => createDeck(ctx.deps, ctx.actor, input, ctx.metadata)),

  figures: coachProcedure
    .input(listDrillsInput)
    .output(drillFiguresListView)
    .query(({ ctx, input }) => listDrillFigures(ctx.deps, ctx.actor, input)),

  edited: coachProcedure
    .input(drillIdInput)
    .output(editedDrillView)
    .query(({ ctx, input }) => getEditedDrill(ctx.deps, ctx.actor, input.id)),

  save: coachProcedure
    .input(saveDrillInput)
    .output(createdIdView)
    .mutation(({ ctx, input }) => saveDrill(ctx.deps, ctx.actor, input, ctx.metadata)),

  archive: coachProcedure
    .input(archiveDrillInput)
    .mutation(({ ctx, input }) => archiveDrill(ctx.deps, ctx.actor, input, ctx.metadata)),
});
