import { z } from 'zod';
import { calendarDay, requiredText } from '../text-schemas.ts';

export const homeworkBounds = {
  textLength: 2_000,
  /** Maximum number of pieces of homework that a student has not completed. */
  open: 20,
  /** Maximum number of completed pieces of homework that are shown, the most recently completed first. */
  doneShown: 5,
  /** Homework can be due at most this many days after today. */
  daysAhead: 365,
} as const;

/** What a piece of homework links to. */
export const materialSchema = z.object({
  kind: z.enum(['session', 'plan', 'product', 'deck', 'hand']),
  id: z.string(),
});
export type Material = z.infer<typeof materialSchema>;

export const materialLabels: Record<Material['kind'], string> = {
  session: 'Session',
  plan: 'Coaching plan',
  product: 'PDF',
  deck: 'Drills',
  hand: 'Hand',
};

export const titledMaterialView = materialSchema.extend({ title: z.string() });
export type TitledMaterial = z.infer<typeof titledMaterialView>;

export const homeworkIdInput = z.object({ id: z.uuid('Unknown homework') });

/** Ids of decks and hands are UUIDs; all other ids are numbers. */
const materialInput = materialSchema.refine(
  ({ kind, id }) =>
    kind === 'deck' || kind === 'hand' ? z.uuid().safeParse(id).success : /^[1-9]\d{0,8}$/.test(id),
  'Choose something from the list',
);

export const setHomeworkInput = homeworkIdInput.extend({
  studentId: z.uuid('Unknown student'),
  text: requiredText('Say what the student should do', homeworkBounds.textLength),
  material: materialInput.nullable().default(null),
  /** A day in the student's time zone; null without a due date. */
  dueOn: calendarDay('Choose a day').nullable().default(null),
});
export type SetHomeworkInput = z.infer<typeof setHomeworkInput>;

export const setHomeworkDoneInput = homeworkIdInput.extend({ isDone: z.boolean() });

export const homeworkView = z.object({
  id: z.string(),
  coachName: z.string(),
  text: z.string(),
  /** Null without a link, and if the academy no longer offers the material. */
  material: titledMaterialView.extend({ path: z.string() }).nullable(),
  dueOn: z.string().nullable(),
  isOverdue: z.boolean(),
  doneAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Homework = z.infer<typeof homeworkView>;
