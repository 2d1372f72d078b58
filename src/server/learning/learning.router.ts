import { z } from 'zod';
import { bookmarkView, setBookmarkInput } from '../../shared/learning/bookmarks.ts';
import {
  coachingSessionView,
  continueView,
  fileAccessView,
  progressEntryView,
  progressInput,
  searchHitView,
  searchInput,
  sessionDetailView,
  sessionIdInput,
} from '../../shared/learning/learning.ts';
import {
  addNoteInput,
  allNotesInput,
  allNotesView,
  listNotesInput,
  noteIdInput,
  noteView,
  updateNoteInput,
} from '../../shared/learning/notes.ts';
import {
  continueReadingView,
  readingPageInput,
  readingResource,
  readingView,
} from '../../shared/learning/reading.ts';
import { studyProfileInput, studyProfileView } from '../../shared/learning/study-profile.ts';
import { coachingPdfView } from '../../shared/shop/coaching-pdfs.ts';
import { productIdSchema } from '../../shared/shop/products.ts';
import { router, userProcedure } from '../trpc/trpc.ts';
import { listBookmarks, setBookmark } from './bookmarks.operations.ts';
import { listPlans } from './coaching-pdfs.operations.ts';
import { continueWhere, getSession, listSessions, myAccesses } from './learning.operations.ts';
import {
  addNote,
  deleteNote,
  downloadNotes,
  listAllNotes,
  listNotes,
  updateNote,
} from './notes.operations.ts';
import { listProgress, markComplete, reportProgress, unmarkComplete } from './progress.operations.ts';
import { continueReading, openReading, saveReadingPage } from './reading.operations.ts';
import { searchLearning } from './search.operations.ts';
import { getStudyProfile, saveStudyProfile } from './study-profile.operations.ts';

export const learningRouter = router({
  listSessions: userProcedure
    .output(z.array(coachingSessionView))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.actor)),

  getSession: userProcedure
    .input(z.object({ id: productIdSchema }))
    .output(sessionDetailView)
    .query(({ ctx, input }) => getSession(ctx.deps, ctx.actor, input.id)),

  listPlans: userProcedure
    .output(z.array(coachingPdfView))
    .query(({ ctx }) => listPlans(ctx.deps, ctx.actor)),

  studyProfile: userProcedure
    .output(studyProfileView)
    .query(({ ctx }) => getStudyProfile(ctx.deps, ctx.actor)),

  saveStudyProfile: userProcedure
    .input(studyProfileInput)
    .output(studyProfileView)
    .mutation(({ ctx, input }) => saveStudyProfile(ctx.deps, ctx.actor, input)),

  progress: userProcedure
    .output(z.array(progressEntryView))
    .query(({ ctx }) => listProgress(ctx.deps, ctx.actor)),

  reportProgress: userProcedure
    .input(progressInput)
    .output(progressEntryView)
    .mutation(({ ctx, input }) => reportProgress(ctx.deps, ctx.actor, input)),

  markComplete: userProcedure
    .input(sessionIdInput)
    .output(progressEntryView)
    .mutation(({ ctx, input }) => markComplete(ctx.deps, ctx.actor, input.sessionId)),

  unmark: userProcedure
    .input(sessionIdInput)
    .output(progressEntryView)
    .mutation(({ ctx, input }) => unmarkComplete(ctx.deps, ctx.actor, input.sessionId)),

  continueWhere: userProcedure.output(continueView).query(({ ctx }) => continueWhere(ctx.deps, ctx.actor)),

  openReading: userProcedure
    .input(readingResource)
    .output(readingView)
    .query(({ ctx, input }) => openReading(ctx.deps, ctx.actor, input)),

  saveReadingPage: userProcedure
    .input(readingPageInput)
    .mutation(({ ctx, input }) => saveReadingPage(ctx.deps, ctx.actor, input)),

  continueReading: userProcedure
    .output(continueReadingView)
    .query(({ ctx }) => continueReading(ctx.deps, ctx.actor)),

  listBookmarks: userProcedure
    .output(z.array(bookmarkView))
    .query(({ ctx }) => listBookmarks(ctx.deps, ctx.actor)),

  setBookmark: userProcedure
    .input(setBookmarkInput)
    .output(z.array(bookmarkView))
    .mutation(({ ctx, input }) => setBookmark(ctx.deps, ctx.actor, input)),

  listNotes: userProcedure
    .input(listNotesInput)
    .output(z.array(noteView))
    .query(({ ctx, input }) => listNotes(ctx.deps, ctx.actor, input)),

  allNotes: userProcedure
    .input(allNotesInput)
    .output(allNotesView)
    .query(({ ctx, input }) => listAllNotes(ctx.deps, ctx.actor, input)),

  notesFile: userProcedure.output(z.string()).query(({ ctx }) => downloadNotes(ctx.deps, ctx.actor)),

  addNote: userProcedure
    .input(addNoteInput)
    .output(noteView)
    .mutation(({ ctx, input }) => addNote(ctx.deps, ctx.actor, input)),

  updateNote: userProcedure
    .input(updateNoteInput)
    .output(noteView)
    .mutation(({ ctx, input }) => updateNote(ctx.deps, ctx.actor, input)),

  deleteNote: userProcedure
    .input(noteIdInput)
    .mutation(({ ctx, input }) => deleteNote(ctx.deps, ctx.actor, input.id)),

  search: userProcedure
    .input(searchInput)
    .output(z.array(searchHitView))
    .query(({ ctx, input }) => searchLearning(ctx.deps, ctx.actor, input.q)),

  myAccesses: userProcedure
    .output(z.array(fileAccessView))
    .query(({ ctx }) => myAccesses(ctx.deps, ctx.actor)),
});
