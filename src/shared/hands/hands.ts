import { z } from 'zod';
import { cursorInput, pageView } from '../paging.ts';
import { actionSchema, handSchema } from '../poker/hand.ts';
import { handLimits } from '../poker/hand-limits.ts';
import { optionalLine, optionalText, requiredLine } from '../text-schemas.ts';
import { handBounds, handResults } from './hand-limits.ts';

export const handIdInput = z.object({ id: z.uuid('Unknown hand') });
const handId = handIdInput.shape.id;
const atAction = z.int('Unknown action').min(0, 'Unknown action').max(handLimits.actions, 'Unknown action');
const seat = z.int('Unknown seat').min(1, 'Unknown seat').max(handLimits.seats, 'Unknown seat');

/** Texts as the browser anonymized them, one hand each. */
export const saveHandsInput = z.object({
  hands: z
    .array(
      z.object({
        text: z.string().min(1, 'Paste a hand').max(handBounds.textBytes, 'This hand is too long'),
        /** SHA-256, as hex, of the account, the site and the hand's number. */
        key: z.string().regex(/^[0-9a-f]{64}$/, 'Unknown key'),
      }),
    )
    .min(1, 'Paste a hand')
    .max(handBounds.textsPerCall, `Send at most ${handBounds.textsPerCall} hands at once`),
});

/** What became of each text, in the order in which they were sent. */
export const savedHandView = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal(['saved', 'known']), id: z.string() }),
  /** The membership allows no more hands. */
  z.object({ outcome: z.literal('full') }),
  z.object({ outcome: z.literal('refused'), code: z.string(), line: z.int(), say: z.string() }),
]);
export type SavedHand = z.infer<typeof savedHandView>;

export const saveBuiltHandInput = z.object({
  /** Chosen by the client; sending a hand twice stores it once. */
  key: z.uuid('Unknown hand').optional(),
  hand: handSchema,
  title: optionalLine('Enter a title', handBounds.titleLength).default(''),
});

const handFilterInput = z.object({
  position: z.string().max(12).optional(),
  kind: handSchema.shape.kind.optional(),
  result: z.enum(handResults, { error: 'Unknown result' }).optional(),
  label: optionalLine('Enter a label', handBounds.labelLength).optional(),
  starred: z.boolean().optional(),
  odd: z.boolean().optional(),
  /** Asked a coach about. */
  asked: z.boolean().optional(),
  /** Id of a leak that the student, or an answer that the student has read, named in it. */
  leak: z.string().max(40).optional(),
  from: z.iso.date('Enter a date such as 2026-01-31').optional(),
  to: z.iso.date('Enter a date such as 2026-01-31').optional(),
  /** Part of a title, a note or the hand's line. */
  q: optionalLine('Enter a word', handBounds.searchLength).optional(),
});
export type HandFilter = z.infer<typeof handFilterInput>;

export const listHandsInput = handFilterInput.extend({
  cursor: cursorInput,
  limit: z.int().min(1).max(handBounds.pageSize).default(handBounds.pageSize),
});

const handListItemView = z.object({
  id: z.string(),
  title: z.string().nullable(),
  line: z.string(),
  kind: handSchema.shape.kind,
  verdict: z.enum(['sound', 'odd']),
  starred: z.boolean(),
  hasNote: z.boolean(),
  /** Whether the student has asked a coach about it. */
  isAsked: z.boolean(),
  /** In big blinds; null for a hand without a hero. */
  netBigBlinds: z.number().nullable(),
  playedOn: z.string().nullable(),
  createdAt: z.string(),
});
export type HandListItem = z.infer<typeof handListItemView>;
export const handListView = pageView(handListItemView);

/** How many hands the student keeps, and how many the membership allows. */
export const handQuotaView = z.object({ stored: z.int(), limit: z.int() });

/** The hero's decisions, from 0. */
const decision = z
  .int('Unknown decision')
  .min(0, 'Unknown decision')
  .max(handLimits.actions, 'Unknown decision');

/** The whole hand, or the part of it that comes before a decision of the hero; whole where it has no such decision. */
export const getHandInput = handIdInput.extend({ decision: decision.optional() });

/** A decision in a hand of the academy. */
export const academyDecisionInput = z.object({ handId, atAction });
/** For coaches: `hand` ends before the decision, `played` is what the hero did. */
export const academyDecisionView = z.object({ hand: handSchema, played: actionSchema });

export const handView = z.object({
  id: z.string(),
  /** The hand up to `shownActions`; the whole hand where that is null. */
  hand: handSchema,
  shownActions: z.int().nullable(),
  title: z.string().nullable(),
  line: z.string().nullable(),
  verdict: z.enum(['sound', 'odd']),
  oddities: z.array(z.string()),
  /** What a hand of the academy teaches; null for students' hands, and until the end of a hidden hand. */
  lesson: z.string().nullable(),
  isOwn: z.boolean(),
  /** What only the owner sees. */
  own: z
    .object({
      note: z.string(),
      starred: z.boolean(),
      showStakes: z.boolean(),
      notes: z.array(z.object({ atAction: z.int(), text: z.string() })),
      labels: z.array(z.object({ seat: z.int(), label: z.string() })),
      shares: z.array(
        z.object({
          id: z.string(),
          mode: z.enum(['open', 'guess']),
          opens: z.int(),
          createdAt: z.string(),
        }),
      ),
      createdAt: z.string(),
    })
    .nullable(),
});
export type HandView = z.infer<typeof handView>;

export const updateHandInput = handIdInput.extend({
  title: optionalLine('Enter a title', handBounds.titleLength).optional(),
  note: optionalText(handBounds.noteLength).optional(),
  starred: z.boolean().optional(),
  showStakes: z.boolean().optional(),
});

/** An empty text removes the note. */
export const noteActionInput = z.object({
  id: handId,
  atAction,
  text: optionalText(handBounds.actionNoteLength),
});

/** An empty label removes it. */
export const labelSeatInput = z.object({
  id: handId,
  seat,
  label: optionalLine('Enter a label', handBounds.labelLength),
});

export const removeHandsInput = z.object({
  ids: z
    .array(handId)
    .min(1, 'Choose a hand')
    .max(handBounds.removedPerCall, `Choose at most ${handBounds.removedPerCall} hands`),
});

export const shareModes = ['open', 'guess'] as const;
export type ShareMode = (typeof shareModes)[number];
export const shareHandInput = handIdInput.extend({
  mode: z.enum(shareModes, { error: 'Choose how the hand opens' }),
});
export const sharedHandInput = z.object({
  token: z.string().regex(/^[\w-]{22}$/, 'Unknown link'),
  decision: decision.optional(),
});
export const sharedHandView = handView
  .pick({ hand: true, shownActions: true, line: true, title: true })
  .extend({
    mode: z.enum(shareModes),
  });

export type SharedHand = z.infer<typeof sharedHandView>;

export const academyHandView = z.object({
  id: z.string(),
  title: z.string(),
  /** What the hand teaches. */
  lesson: z.string(),
  line: z.string(),
});

export const publishHandInput = handIdInput.extend({
  title: requiredLine('Enter a title', handBounds.titleLength),
  lesson: optionalText(handBounds.noteLength),
});

/** A place at which a hand is attached. */
const handPlace = z.union([
  z.object({ kind: z.literal('session'), id: z.int().min(1), atSeconds: z.int().min(0).max(86_400) }),
  z.object({ kind: z.literal(['product', 'plan']), id: z.int().min(1), page: z.int().min(1).max(5_000) }),
]);
export type HandPlace = z.infer<typeof handPlace>;

export const attachHandInput = z.object({
  handId,
  place: handPlace,
  atAction: atAction.nullable().default(null),
  caption: optionalLine('Enter a caption', 120).default(''),
});

export const placeInput = z.object({
  kind: z.enum(['session', 'product', 'plan'], { error: 'Unknown place' }),
  id: z.int('Unknown place').min(1, 'Unknown place'),
});

export const attachedHandView = z.object({
  id: z.string(),
  handId: z.string(),
  /** Position, cards, depth and stakes: the rest would reveal how the hand continues. */
  line: z.string(),
  title: z.string().nullable(),
  caption: z.string(),
  atSeconds: z.int().nullable(),
  page: z.int().nullable(),
  atAction: z.int().nullable(),
});

export const handInLessonView = attachedHandView
  .pick({ handId: true, title: true, line: true })
  /** The title or id as the lesson's text writes it. */
  .extend({ ref: z.string() });

export const reportUnreadInput = z.object({
  text: optionalText(handBounds.textBytes).min(1, 'Paste a hand'),
  site: z.string().max(20).nullable(),
  code: z.string().regex(/^[a-z_]{1,40}$/, 'Unknown code'),
  line: z.int().min(0).max(100_000),
});

export const unreadHandView = z.object({
  id: z.string(),
  site: z.string().nullable(),
  code: z.string(),
  line: z.int(),
  text: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
