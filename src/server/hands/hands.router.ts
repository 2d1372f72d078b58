import { z } from 'zod';
import {
  academyDecisionInput,
  academyDecisionView,
  academyHandView,
  attachedHandView,
  editAcademyHandInput,
  getHandInput,
  handFilterInput,
  handIdInput,
  handInLessonView,
  handListView,
  handQuotaView,
  handView,
  labelSeatInput,
  listHandsInput,
  noteActionInput,
  placeInput,
  removeHandsInput,
  reportUnreadableInput,
  saveBuiltHandInput,
  savedHandView,
  saveHandsInput,
  setAcademyHandPublicInput,
  sharedHandInput,
  sharedHandView,
  shareHandInput,
  starHandInput,
  starredHandView,
  updateHandInput,
} from '../../shared/hands/hands.ts';
import { sessionIdInput } from '../../shared/learning/learning.ts';
import { coachProcedure, publicProcedure, router, staffProcedure, userProcedure } from '../trpc/trpc.ts';
import {
  editAcademyHand,
  listAcademyHands,
  readAcademyDecision,
  setAcademyHandPublic,
} from './academy-hands.operations.ts';
import { listAttachedHands, listHandsInLesson } from './hand-links.operations.ts';
import { labelSeat, noteAction } from './hand-notes.operations.ts';
import { openSharedHand, revokeShare, shareHand } from './hand-shares.operations.ts';
import {
  countMatches,
  getHand,
  handQuota,
  listHands,
  listLabels,
  removeHands,
  saveBuiltHand,
  saveHands,
  updateHand,
} from './hands.operations.ts';
import { listStarredHands, starHand } from './starred-hands.operations.ts';
import { reportUnreadableHand } from './unreadable-hands.operations.ts';

export const handsRouter = router({
  save: userProcedure
    .input(saveHandsInput)
    .output(z.array(savedHandView))
    .mutation(({ ctx, input }) => saveHands(ctx.deps, ctx.actor, input)),

  saveBuilt: userProcedure
    .input(saveBuiltHandInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => saveBuiltHand(ctx.deps, ctx.actor, input)),

  list: userProcedure
    .input(listHandsInput)
    .output(handListView)
    .query(({ ctx, input }) => listHands(ctx.deps, ctx.actor, input)),

  countMatches: userProcedure
    .input(handFilterInput)
    .output(z.int())
    .query(({ ctx, input }) => countMatches(ctx.deps, ctx.actor, input)),

  quota: userProcedure.output(handQuotaView).query(({ ctx }) => handQuota(ctx.deps, ctx.actor)),

  labels: userProcedure.output(z.array(z.string())).query(({ ctx }) => listLabels(ctx.deps, ctx.actor)),

  get: userProcedure
    .input(getHandInput)
    .output(handView)
    .query(({ ctx, input }) => getHand(ctx.deps, ctx.actor, input)),

  update: userProcedure
    .input(updateHandInput)
    .mutation(({ ctx, input }) => updateHand(ctx.deps, ctx.actor, input)),

  noteAction: userProcedure
    .input(noteActionInput)
    .mutation(({ ctx, input }) => noteAction(ctx.deps, ctx.actor, input)),

  labelSeat: userProcedure
    .input(labelSeatInput)
    .mutation(({ ctx, input }) => labelSeat(ctx.deps, ctx.actor, input)),

  remove: userProcedure
    .input(removeHandsInput)
    .output(z.object({ removed: z.int() }))
    .mutation(({ ctx, input }) => removeHands(ctx.deps, ctx.actor, input.ids)),

  share: userProcedure
    .input(shareHandInput)
    .output(z.object({ path: z.string() }))
    .mutation(({ ctx, input }) => shareHand(ctx.deps, ctx.actor, input)),

  revokeShare: userProcedure
    .input(handIdInput)
    .mutation(({ ctx, input }) => revokeShare(ctx.deps, ctx.actor, input.id)),

  shared: publicProcedure
    .input(sharedHandInput)
    .output(sharedHandView)
    .query(({ ctx, input }) => openSharedHand(ctx.deps, input)),

  listAttached: userProcedure
    .input(placeInput)
    .output(z.array(attachedHandView))
    .query(({ ctx, input }) => listAttachedHands(ctx.deps, ctx.actor, input)),

  inLesson: userProcedure
    .input(sessionIdInput)
    .output(z.array(handInLessonView))
    .query(({ ctx, input }) => listHandsInLesson(ctx.deps, ctx.actor, input.sessionId)),

  academyDecision: coachProcedure
    .input(academyDecisionInput)
    .output(academyDecisionView)
    .query(({ ctx, input }) => readAcademyDecision(ctx.deps, ctx.actor, input)),

  academy: userProcedure
    .output(z.array(academyHandView))
    .query(({ ctx }) => listAcademyHands(ctx.deps, ctx.actor)),

  starred: userProcedure
    .output(z.array(starredHandView))
    .query(({ ctx }) => listStarredHands(ctx.deps, ctx.actor)),

  star: userProcedure
    .input(starHandInput)
    .output(z.array(starredHandView))
    .mutation(({ ctx, input }) => starHand(ctx.deps, ctx.actor, input)),

  editAcademyHand: staffProcedure
    .input(editAcademyHandInput)
    .mutation(({ ctx, input }) => editAcademyHand(ctx.deps, ctx.actor, input, ctx.metadata)),

  setAcademyHandPublic: staffProcedure
    .input(setAcademyHandPublicInput)
    .mutation(({ ctx, input }) => setAcademyHandPublic(ctx.deps, ctx.actor, input, ctx.metadata)),

  reportUnreadable: userProcedure
    .input(reportUnreadableInput)
    .mutation(({ ctx, input }) => reportUnreadableHand(ctx.deps, ctx.actor, input)),
});
