import { z } from 'zod';
import { difficulties } from '../enums.ts';
import { productIdSchema } from '../shop/products.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';

const progressStatuses = ['in_progress', 'completed'] as const;
export type ProgressStatus = (typeof progressStatuses)[number];

export const learningLimits = {
  noteMaxLength: 5_000,
  progressNotesMaxLength: 10_000,
  notesPerSession: 500,
  searchMaxLength: 100,
  searchHits: 50,
  accessesShown: 100,
} as const;

/** A week: no video is longer. */
const maxPositionSeconds = 7 * 24 * 60 * 60;

/** A product of type session as the learner sees it: GET /api/coaching/sessions. */
export const coachingSessionView = z.object({
  id: z.int(),
  sessionNumber: z.int(),
  title: z.string(),
  description: z.string(),
  difficulty: z.enum(difficulties),
  category: z.string().nullable(),
  /** Minutes. */
  estimatedDuration: z.int().nullable(),
  prerequisites: z.string().nullable(),
  isPurchaseRequired: z.boolean(),
  /** Bought, granted or free. */
  owned: z.boolean(),
  /** May be opened now: owned, or one of the first two sessions. */
  accessible: z.boolean(),
  /** Null unless accessible. */
  content: z.string().nullable(),
  /** Null unless accessible. */
  videoUrl: z.string().nullable(),
});
export type CoachingSession = z.infer<typeof coachingSessionView>;

/** One session that the person has begun: GET /api/coaching/progress. Absence means not started. */
export const progressEntryView = z.object({
  sessionId: z.int(),
  status: z.enum(progressStatuses),
  startedAt: z.string(),
  completedAt: z.string().nullable(),
  /** Seconds, counted by reports and bounded by the clock. */
  timeSpent: z.int(),
  /** Seconds into the video. */
  position: z.int(),
  notes: z.string().nullable(),
  rating: z.int().nullable(),
  updatedAt: z.string(),
});
export type ProgressEntry = z.infer<typeof progressEntryView>;

/** The body of PUT /api/coaching/progress/{sessionId}. Omitted fields stay; `null` clears notes and rating. */
export const progressInput = z.object({
  sessionId: productIdSchema,
  /** Seconds into the video, cut to whole ones. */
  position: z.number().min(0).max(maxPositionSeconds).transform(Math.floor).optional(),
  /** Seconds watched or read since the last report; more than the clock allows is not counted. */
  addSeconds: z.number().min(0).max(maxPositionSeconds).transform(Math.floor).optional(),
  status: z.enum(progressStatuses, { error: 'The status must be in_progress or completed' }).optional(),
  notes: optionalText(learningLimits.progressNotesMaxLength).nullish(),
  rating: z
    .int('The rating must be a whole number from 1 to 5')
    .min(1, 'The rating must be 1 to 5')
    .max(5, 'The rating must be 1 to 5')
    .nullish(),
});
export type ProgressInput = z.infer<typeof progressInput>;

export const sessionIdInput = z.object({ sessionId: productIdSchema });

/** A note at a second of the video, or beside the text when `atSeconds` is null. Seen by its writer alone. */
export const sessionNoteView = z.object({
  id: z.uuid(),
  sessionId: z.int(),
  sessionTitle: z.string(),
  atSeconds: z.int().nullable(),
  text: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SessionNote = z.infer<typeof sessionNoteView>;

const noteText = optionalText(learningLimits.noteMaxLength)
  .transform((text) => text.trim())
  .refine((text) => text !== '', 'Write something first');
const atSeconds = z.number().min(0).max(maxPositionSeconds).transform(Math.floor).nullable();

export const addNoteInput = z.object({
  sessionId: productIdSchema,
  atSeconds: atSeconds.default(null),
  text: noteText,
});
export const updateNoteInput = z.object({
  id: z.uuid('Unknown note'),
  text: noteText,
  atSeconds: atSeconds.optional(),
});
export const noteIdInput = z.object({ id: z.uuid('Unknown note') });
/** Without a session: all own notes, the newest first. */
export const listNotesInput = z.object({ sessionId: productIdSchema.optional() }).optional();

/** Where a session's video comes from. Nothing of a provider is loaded before the person asks for it. */
const sessionVideoView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), url: z.string(), contentType: z.string() }),
  z.object({
    kind: z.literal('external'),
    provider: z.enum(['youtube', 'vimeo', 'other']),
    /** The address for an iframe; null for other sites, which open in a tab instead. */
    embedUrl: z.string().nullable(),
    pageUrl: z.string(),
  }),
]);
export type SessionVideo = z.infer<typeof sessionVideoView>;

const sessionHead = {
  id: z.int(),
  sessionNumber: z.int(),
  title: z.string(),
  description: z.string(),
  difficulty: z.enum(difficulties),
  category: z.string().nullable(),
  /** Minutes. */
  estimatedDuration: z.int().nullable(),
  /** As the owner typed it. */
  prerequisites: z.string().nullable(),
  /** The sessions that `prerequisites` names. */
  requiredSessions: z.array(
    z.object({ id: z.int(), sessionNumber: z.int(), title: z.string(), completed: z.boolean() }),
  ),
};

/** The session screen. */
export const sessionDetailView = z.discriminatedUnion('access', [
  z.object({
    access: z.literal('open'),
    ...sessionHead,
    owned: z.boolean(),
    /** Markdown; raw HTML in it is text. */
    content: z.string().nullable(),
    video: sessionVideoView.nullable(),
    captionsUrl: z.string().nullable(),
    progress: progressEntryView.nullable(),
    notes: z.array(sessionNoteView),
    next: z
      .object({ id: z.int(), sessionNumber: z.int(), title: z.string(), accessible: z.boolean() })
      .nullable(),
  }),
  z.object({
    access: z.literal('locked'),
    ...sessionHead,
    /** US cents. */
    price: z.int(),
    /** `refunded`: it was bought once and paid back; `suspended`: a bank decides over its payment. Notes stay. */
    reason: z.enum(['not_bought', 'refunded', 'suspended']),
    /** Why it is locked and what opens it, in a sentence. */
    explanation: z.string(),
  }),
]);
export type SessionDetail = z.infer<typeof sessionDetailView>;
export type OpenSession = Extract<SessionDetail, { access: 'open' }>;
export type LockedSession = Extract<SessionDetail, { access: 'locked' }>;

/** The session to go on with; null when none is under way. */
export const continueView = z
  .object({
    sessionId: z.int(),
    sessionNumber: z.int(),
    title: z.string(),
    estimatedDuration: z.int().nullable(),
    /** Seconds into the video. */
    position: z.int(),
    updatedAt: z.string(),
  })
  .nullable();
export type ContinueWhere = z.infer<typeof continueView>;

export const searchInput = z.object({
  q: requiredLine('Type what you are looking for', learningLimits.searchMaxLength),
});

/** One result. `accessible: false`: the user must buy it or upgrade. */
export const searchHitView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session'),
    sessionId: z.int(),
    sessionNumber: z.int(),
    title: z.string(),
    description: z.string(),
    accessible: z.boolean(),
  }),
  z.object({
    kind: z.literal('pdf'),
    productId: z.int(),
    pdfNumber: z.int(),
    title: z.string(),
    description: z.string(),
    accessible: z.boolean(),
  }),
  z.object({
    kind: z.literal('plan'),
    pdfNumber: z.int(),
    title: z.string(),
    description: z.string(),
    requiredPlan: z.enum(['free', 'silver', 'gold', 'diamond']),
    accessible: z.boolean(),
  }),
  z.object({
    kind: z.literal('note'),
    /** Null for the notes field of the progress. */
    noteId: z.uuid().nullable(),
    sessionId: z.int(),
    sessionTitle: z.string(),
    atSeconds: z.int().nullable(),
    text: z.string(),
    /** Of the session; an own note can always be read. */
    accessible: z.boolean(),
  }),
]);
export type SearchHit = z.infer<typeof searchHitView>;

export const accessedKinds = ['product', 'plan', 'session_video', 'captions'] as const;

/** One own opening of a file. */
export const fileAccessView = z.object({
  kind: z.enum(accessedKinds),
  productId: z.int().nullable(),
  pdfNumber: z.int().nullable(),
  title: z.string(),
  openedAt: z.string(),
  /** False once the file was replaced: "New version". */
  isCurrentVersion: z.boolean(),
  /** When the file of today was added; null if there is none any more. */
  currentVersionAt: z.string().nullable(),
});
export type FileAccess = z.infer<typeof fileAccessView>;
