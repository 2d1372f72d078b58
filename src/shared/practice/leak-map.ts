import { z } from 'zod';
import { dayMs } from '../durations.ts';
import { rightFrom } from './drill-rules.ts';
import { studyResourceSchema } from './drills.ts';
import { type LeakId, leakIds, observationsNeeded } from './leaks.ts';
import { leakSchema } from './option-schemas.ts';

/**
 * A student's attempts at the drills of a leak, up to a given moment. If there are very many, the oldest may be left
 * out.
 */
export type LeakAttempts = {
  leak: LeakId;
  tries: number;
  /**
   * Sum of the weights: 1 for an attempt at the given moment, and half as much for each `attemptHalfLifeDays` before
   * it.
   */
  weight: number;
  /** Sum of weight times score, with scores from 0 to 1. */
  points: number;
  /** Scores of the last `recentAttempts` attempts, 0 to 100. */
  recent: readonly number[];
};
/** A leak that a coach named in an answer. */
export type NamedLeak = {
  leak: LeakId;
  /** ISO 8601. */
  at: string;
};

export const attemptHalfLifeDays = 60;
/** A leak that a coach named counts as this many wrong attempts. */
const coachWeight = 3;
/** The student's mean over all leaks counts as this many attempts, so that the first attempts do not decide alone. */
const meanWeight = 4;
/** The maximum number of attempts that the reason for a recommendation mentions. */
export const recentAttempts = 6;

export type LeakValue = {
  leak: LeakId;
  /** The number of observations: attempts, and answers in which a coach named the leak. */
  seen: number;
  /** How well the student handles the leak, 0 to 1; null below `observationsNeeded`. */
  value: number | null;
  /** The last `recentAttempts` attempts. */
  recent: { tries: number; wrong: number };
  /** How often a coach named the leak. */
  named: number;
};

/** How well the student handles each leak, the worst first. Leaks with too few observations come last. */
export function leakMap(
  attempts: readonly LeakAttempts[],
  named: readonly NamedLeak[],
  now: Date,
): LeakValue[] {
  const namings = named.map(({ leak, at }) => ({ leak, weight: namingWeight(at, now), points: 0 }));
  const mean = meanOf([...attempts, ...namings]);
  return (
    leakIds
      .map((leak) => {
        const ofDrills = attempts.find((each) => each.leak === leak);
        const ofCoaches = namings.filter((each) => each.leak === leak);
        const seen = (ofDrills?.tries ?? 0) + ofCoaches.length;
        const priorMean = { weight: meanWeight, points: meanWeight * mean };
        const recent = ofDrills?.recent ?? [];
        return {
          leak,
          seen,
          value:
            seen < observationsNeeded
              ? null
              : meanOf([...(ofDrills ? [ofDrills] : []), ...ofCoaches, priorMean]),
          recent: { tries: recent.length, wrong: recent.filter((score) => score < rightFrom).length },
          named: ofCoaches.length,
        };
      })
      // Values are at most 1, so leaks with a value of null come last.
      .toSorted((one, other) => (one.value ?? 2) - (other.value ?? 2) || other.seen - one.seen)
  );
}

function namingWeight(at: string, now: Date): number {
  const days = Math.max(0, (now.getTime() - Date.parse(at)) / dayMs);
  return coachWeight * 0.5 ** (days / attemptHalfLifeDays);
}

/** The weighted mean of scores from 0 to 1; 0 without a score. */
function meanOf(sums: readonly { weight: number; points: number }[]): number {
  const weight = sums.reduce((total, each) => total + each.weight, 0);
  const points = sums.reduce((total, each) => total + each.points, 0);
  return weight === 0 ? 0 : points / weight;
}

/** A session, PDF or coaching plan that may be suggested, and the leaks that it addresses. */
export type StudyCandidate = {
  kind: 'session' | 'plan' | 'product';
  id: number;
  title: string;
  minutes: number | null;
  leaks: readonly LeakId[];
  finished: 'no' | 'recently' | 'long ago';
  /** Whether the student must buy something to open the resource. */
  costsMoney: boolean;
};

export type NextStudy = { resource: StudyCandidate; leak: LeakValue };

/** Factors that lower the rank of a resource that must be bought, and of one that was finished long ago. */
const paidFactor = 0.6;
const repeatedFactor = 0.5;

/** The leaks that the student handles badly. Leaks with too few observations are excluded. */
export const weakLeaks = (map: readonly LeakValue[]) =>
  map.filter(({ value }) => value !== null && value < rightFrom / 100);

/**
 * Recommends a resource about a leak that the student handles badly. The worse the student handles the leak, the higher
 * the resource ranks. Resources that cost money or were finished long ago rank lower. Resources that were finished
 * recently are left out.
 */
export function nextStudy(map: readonly LeakValue[], resources: readonly StudyCandidate[]): NextStudy | null {
  const ranked = resources
    .filter(({ finished }) => finished !== 'recently')
    .flatMap((resource) =>
      weakLeaks(map)
        .filter(({ leak }) => resource.leaks.includes(leak))
        .map((leak) => ({ resource, leak, points: pointsOf(resource, leak) })),
    )
    .toSorted((one, other) => other.points - one.points);
  const [best] = ranked;
  return best ? { resource: best.resource, leak: best.leak } : null;
}

function pointsOf({ finished, costsMoney }: StudyCandidate, { value }: LeakValue): number {
  return (1 - (value ?? 1)) * (finished === 'long ago' ? repeatedFactor : 1) * (costsMoney ? paidFactor : 1);
}

const leakRowView = z.object({
  leak: leakSchema,
  seen: z.int(),
  /** How well the student handles the leak, in percent; null with too few observations. */
  percent: z.int().nullable(),
});
export type LeakRow = z.infer<typeof leakRowView>;
export const leakMapView = z.array(leakRowView);

export const leakInput = z.object({ leak: leakSchema });

export const evidenceView = z.object({
  /** The student's last attempts at drills of the leak, newest first. */
  tries: z.array(
    z.object({
      id: z.string(),
      deckId: z.string(),
      drillId: z.string(),
      /** An archived drill is no longer asked. */
      isArchived: z.boolean(),
      prompt: z.string(),
      score: z.int(),
      day: z.string(),
    }),
  ),
  /** Questions to a coach whose answers named the leak. */
  questions: z.array(z.object({ id: z.string(), thought: z.string(), answeredAt: z.string() })),
  /** How many drills of the leak the student can answer, at most `drillBounds.loaded`. */
  drills: z.int(),
});

export const nextStudyView = z
  .object({
    place: studyResourceSchema,
    title: z.string(),
    path: z.string(),
    minutes: z.int().nullable(),
    /** The leak and the last attempts, or a sentence if the reason is the student's study profile. */
    because: z.union([
      z.object({ leak: leakSchema, tries: z.int(), wrong: z.int(), named: z.int() }),
      z.string(),
    ]),
    costsMoney: z.boolean(),
    /** Whether the server has recorded that the student saw the recommendation today. */
    isRecorded: z.boolean(),
  })
  .nullable();
export type NextStudyView = z.infer<typeof nextStudyView>;
