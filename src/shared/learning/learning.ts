import { z } from 'zod';
import { tierPlans } from '../access/tier-gate.ts';
import { difficulties } from '../enums.ts';
import { productIdSchema } from '../shop/products.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';
import { maxPositionSeconds, notePlaceView, noteView } from './notes.ts';

const progressStatuses = ['in_progress', 'completed'] as const;
export type ProgressStatus = (typeof progressStatuses)[number];

export const learningLimits = {
  progressNotesMaxLength: 10_000,
  searchMaxLength: 100,
  searchHits: 50,
  accessesShown: 100,
} as const;

/** The uploaded cover picture and its alternative text; null for a session with a drawn cover. */
const coverViews = { coverUrl: z.string().nullable(), coverAlt: z.string().nullable() };

/** A product of type session as students see it: GET /api/coaching/sessions. */
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
  ...coverViews,
  isPurchaseRequired: z.boolean(),
  /** Bought, granted or free. */
  owned: z.boolean(),
  /** The user may open it now, as `canAccess` decides. */
  accessible: z.boolean(),
  /** Null unless accessible. */
  content: z.string().nullable(),
  /** Null unless accessible. */
  videoUrl: z.string().nullable(),
});
export type CoachingSession = z.infer<typeof coachingSessionView>;

/** A session that the user has started: GET /api/coaching/progress. Sessions without an entry have not been started. */
export const progressEntryView = z.object({
  sessionId: z.int(),
  status: z.enum(progressStatuses),
  startedAt: z.string(),
  completedAt: z.string().nullable(),
  /** Seconds that the client reported. A report counts at most the time since the user's previous report. */
  timeSpent: z.int(),
  /** Seconds into the video. */
  position: z.int(),
  notes: z.string().nullable(),
  rating: z.int().nullable(),
  updatedAt: z.string(),
});
export type ProgressEntry = z.infer<typeof progressEntryView>;

/** The body of PUT /api/coaching/progress/{sessionId}. Omitted fields are unchanged; `null` clears notes and rating. */
export const progressInput = z.object({
  sessionId: productIdSchema,
  /** Seconds into the video, rounded down. */
  position: z.number().min(0).max(maxPositionSeconds).transform(Math.floor).optional(),
  /**
   * Seconds watched or read since the last report. At most the time since the user's last report on any session is
   * counted.
   */
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

/** The source of a session's video. Nothing is loaded from a provider before the user requests it. */
const sessionVideoView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), url: z.string(), contentType: z.string() }),
  z.object({
    kind: z.literal('external'),
    provider: z.enum(['youtube', 'vimeo', 'other']),
    /** The URL for an iframe; null for other sites, which open in a new tab. */
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
  /** As an admin entered them. */
  prerequisites: z.string().nullable(),
  ...coverViews,
  /** The sessions that `prerequisites` names. */
  requiredSessions: z.array(
    z.object({ id: z.int(), sessionNumber: z.int(), title: z.string(), completed: z.boolean() }),
  ),
};

/** The session page. */
export const sessionDetailView = z.discriminatedUnion('access', [
  z.object({
    access: z.literal('open'),
    ...sessionHead,
    owned: z.boolean(),
    /** Markdown. Raw HTML in it is treated as text. */
    content: z.string().nullable(),
    video: sessionVideoView.nullable(),
    captionsUrl: z.string().nullable(),
    progress: progressEntryView.nullable(),
    notes: z.array(noteView),
    next: z
      .object({ id: z.int(), sessionNumber: z.int(), title: z.string(), accessible: z.boolean() })
      .nullable(),
  }),
  z.object({
    access: z.literal('locked'),
    ...sessionHead,
    /** US cents. */
    price: z.int(),
    /** `refunded`: bought before and refunded. `suspended`: the payment is disputed. */
    reason: z.enum(['not_bought', 'refunded', 'suspended']),
    /** A sentence that explains why the session is locked and how to get access. */
    explanation: z.string(),
  }),
]);
export type SessionDetail = z.infer<typeof sessionDetailView>;
export type OpenSession = Extract<SessionDetail, { access: 'open' }>;
export type LockedSession = Extract<SessionDetail, { access: 'locked' }>;

/** The session to continue with; null if none is in progress. */
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
export type ContinueSession = z.infer<typeof continueView>;

export const searchInput = z.object({
  q: requiredLine('Type what you are looking for', learningLimits.searchMaxLength),
});

/** A search result. `accessible: false`: the user must buy it or upgrade. */
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
    requiredPlan: z.enum(tierPlans),
    accessible: z.boolean(),
  }),
  z.object({
    kind: z.literal('note'),
    /** Null for the `notes` of a progress entry. */
    noteId: z.uuid().nullable(),
    place: notePlaceView,
    /** The title of the session or PDF. */
    title: z.string(),
    text: z.string(),
    /** Whether the user may open the session or PDF. They may always read their own note. */
    accessible: z.boolean(),
  }),
]);
export type SearchHit = z.infer<typeof searchHitView>;

export const accessedKinds = ['product', 'plan', 'session_video', 'captions'] as const;

/** One file access by the user. */
export const fileAccessView = z.object({
  kind: z.enum(accessedKinds),
  productId: z.int().nullable(),
  pdfNumber: z.int().nullable(),
  title: z.string(),
  openedAt: z.string(),
  /** False once the file was replaced or removed. */
  isCurrentVersion: z.boolean(),
  /** When the current file was added; null if the file was removed. */
  currentVersionAt: z.string().nullable(),
});
export type FileAccess = z.infer<typeof fileAccessView>;
