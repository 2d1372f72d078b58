import { z } from 'zod';
import { answerInput, questionIdInput } from '../../shared/coaching/answers.ts';
import { makeDrillInput, setInOwnDeckInput } from '../../shared/coaching/question-drills.ts';
import {
  askedView,
  askInput,
  coachPlaceView,
  coachQuestionView,
  creditsView,
  newAnswersView,
  phraseIdInput,
  phraseView,
  questionListView,
  questionView,
  queueView,
  rateInput,
  reopenInput,
  returnQuestionInput,
  revealAnswerInput,
  savePhraseInput,
  setAllowLibraryInput,
  similarInput,
  similarView,
} from '../../shared/coaching/questions.ts';
import { pageInput } from '../../shared/paging.ts';
import { createdIdView } from '../../shared/practice/drill-editor.ts';
import { coachProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { listPlaces } from './answer-places.operations.ts';
import {
  answerQuestion,
  claimQuestion,
  releaseQuestion,
  returnQuestion,
  undoAnswer,
} from './answering.operations.ts';
import { findSimilar, getCoachQuestion, listQueue } from './coach-questions.operations.ts';
import { readCredits } from './credits.operations.ts';
import { listPhrases, removePhrase, savePhrase } from './phrases.operations.ts';
import { makeDrill, setAllowLibrary, setInOwnDeck } from './question-drills.operations.ts';
import {
  askQuestion,
  getQuestion,
  listQuestions,
  rateAnswer,
  readNewAnswers,
  reopenQuestion,
  revealAnswer,
  withdrawQuestion,
} from './questions.operations.ts';

export const questionsRouter = router({
  credits: userProcedure.output(creditsView).query(({ ctx }) => readCredits(ctx.deps, ctx.actor)),

  ask: userProcedure
    .input(askInput)
    .output(askedView)
    .mutation(({ ctx, input }) => askQuestion(ctx.deps, ctx.actor, input)),

  withdraw: userProcedure
    .input(questionIdInput)
    .mutation(({ ctx, input }) => withdrawQuestion(ctx.deps, ctx.actor, input.id)),

  list: userProcedure
    .input(pageInput)
    .output(questionListView)
    .query(({ ctx, input }) => listQuestions(ctx.deps, ctx.actor, input.cursor)),

  newAnswers: userProcedure.output(newAnswersView).query(({ ctx }) => readNewAnswers(ctx.deps, ctx.actor)),

  get: userProcedure
    .input(questionIdInput)
    .output(questionView)
    .query(({ ctx, input }) => getQuestion(ctx.deps, ctx.actor, input.id)),

  revealAnswer: userProcedure
    .input(revealAnswerInput)
    .output(questionView)
    .mutation(({ ctx, input }) => revealAnswer(ctx.deps, ctx.actor, input)),

  reopen: userProcedure
    .input(reopenInput)
    .output(questionView)
    .mutation(({ ctx, input }) => reopenQuestion(ctx.deps, ctx.actor, input)),

  rate: userProcedure.input(rateInput).mutation(({ ctx, input }) => rateAnswer(ctx.deps, ctx.actor, input)),

  setInOwnDeck: userProcedure
    .input(setInOwnDeckInput)
    .mutation(({ ctx, input }) => setInOwnDeck(ctx.deps, ctx.actor, input)),

  setAllowLibrary: userProcedure
    .input(setAllowLibraryInput)
    .mutation(({ ctx, input }) => setAllowLibrary(ctx.deps, ctx.actor, input)),

  queue: coachProcedure
    .input(pageInput)
    .output(queueView)
    .query(({ ctx, input }) => listQueue(ctx.deps, ctx.actor, input.cursor)),

  getForCoach: coachProcedure
    .input(questionIdInput)
    .output(coachQuestionView)
    .query(({ ctx, input }) => getCoachQuestion(ctx.deps, ctx.actor, input.id)),

  claim: coachProcedure
    .input(questionIdInput)
    .output(coachQuestionView)
    .mutation(({ ctx, input }) => claimQuestion(ctx.deps, ctx.actor, input.id)),

  release: coachProcedure
    .input(questionIdInput)
    .mutation(({ ctx, input }) => releaseQuestion(ctx.deps, ctx.actor, input.id)),

  answer: coachProcedure
    .input(answerInput)
    .mutation(({ ctx, input }) => answerQuestion(ctx.deps, ctx.actor, input)),

  undoAnswer: coachProcedure
    .input(questionIdInput)
    .output(coachQuestionView)
    .mutation(({ ctx, input }) => undoAnswer(ctx.deps, ctx.actor, input.id)),

  return: coachProcedure
    .input(returnQuestionInput)
    .mutation(({ ctx, input }) => returnQuestion(ctx.deps, ctx.actor, input)),

  makeDrill: coachProcedure
    .input(makeDrillInput)
    .output(createdIdView)
    .mutation(({ ctx, input }) => makeDrill(ctx.deps, ctx.actor, input, ctx.metadata)),

  similar: coachProcedure
    .input(similarInput)
    .output(similarView)
    .query(({ ctx, input }) => findSimilar(ctx.deps, ctx.actor, input)),

  places: coachProcedure.output(z.array(coachPlaceView)).query(({ ctx }) => listPlaces(ctx.deps, ctx.actor)),

  phrases: coachProcedure.output(z.array(phraseView)).query(({ ctx }) => listPhrases(ctx.deps, ctx.actor)),

  savePhrase: coachProcedure
    .input(savePhraseInput)
    .output(phraseView)
    .mutation(({ ctx, input }) => savePhrase(ctx.deps, ctx.actor, input.text)),

  removePhrase: coachProcedure
    .input(phraseIdInput)
    .mutation(({ ctx, input }) => removePhrase(ctx.deps, ctx.actor, input.id)),
});
