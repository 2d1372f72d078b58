import { z } from 'zod';
import { saveDrillInput } from '../practice/drill-editor.ts';
import { questionIdInput } from './answers.ts';

/** Adds the decision of an answered question to the student's deck of mistakes, or removes it. */
export const setInOwnDeckInput = questionIdInput.extend({ isInOwnDeck: z.boolean() });

/** Without `body`, because the drill asks about the decision of the question. */
export const makeDrillInput = saveDrillInput
  .omit({ id: true, version: true, opened: true, body: true })
  .extend({ questionId: z.uuid('Unknown question') });
