import { z } from 'zod';
import { dayMs } from '../durations.ts';
import { rightFrom } from './drill-rules.ts';
import { drillLeakSchema, drillPlaceSchema } from './drills.ts';
import { type LeakId, leakIds, observationsNeeded } from './leaks.ts';

/** The tries of drills of a leak, up to a moment. */
export type LeakAttempts = {
  leak: LeakId;
  tries: number;
  /** Sum of their weights: that of a try is 1 at the moment, and halves every `attemptHalfLifeDays`. */
  weight: number;
  /** Sum of their weights times their scores, 0…1. */
  points: number;
  /** Scores of the last `recentAttempts`, 0…100. */
  recent: readonly number[];
};
/** A leak that a coach named in an answer counts as several wrong tries. */
export type NamedLeak = {
  leak: LeakId;
  /** ISO 8601. */
  at: string;
};

export const attemptHalfLifeDays = 60;
const coachWeight = 3;
/** The student's own mean counts like this many tries, so that a few of them do not decide. */
const meanWeight = 4;
/** The reason for what to study next is about this many tries. */
export const recentAttempts = 6;

export type LeakValue = {
  leak: LeakId;
  seen: number;
  /** 0…1, how well the student handles it; null while too little was seen. */
  value: number | null;
  /** Of the last tries. */
  recent: { tries: number; wrong: number };
  /** How often a coach named it. */
  named: number;
};

/** Every leak, those to work on first; leaks of which too little was seen come last. */
export function leakMap(tries: readonly LeakAttempts[], named: readonly NamedLeak[], now: Date): LeakValue[] {
  const namings = named.map(({ leak, at }) => ({ leak, weight: namingWeight(at, now), points: 0 }));
  const mean = meanOf([...tries, ...namings]);
  return leakIds
    .map((leak) => {
      const ofTries = tries.find((each) => each.leak === leak);
      const ofCoaches = namings.filter((each) => each.leak === leak);
      const seen = (ofTries?.tries ?? 0) + ofCoaches.length;
      const pulled = { weight: meanWeight, points: meanWeight * mean };
      const recent = ofTries?.recent ?? [];
      return {
        leak,
        seen,
        value:
          seen < observationsNeeded ? null : meanOf([...(ofTries ? [ofTries] : []), ...ofCoaches, pulled]),
        recent: { tries: recent.length, wrong: recent.filter((score) => score < rightFrom).length },
        named: ofCoaches.length,
      };
    })
    .toSorted((one, other) => (one.value ?? 2) - (other.value ?? 2) || other.seen - one.seen);
}

function namingWeight(at: string, now: Date): number {
  const days = Math.max(0, (now.getTime() - Date.parse(at)) / dayMs);
  return coachWeight * 0.5 ** (days / attemptHalfLifeDays);
}

/** A weighted mean of scores, 0…1. */
function meanOf(sums: readonly { weight: number; points: number }[]): number {
  const weight = sums.reduce((total, each) => total + each.weight, 0);
  const points = sums.reduce((total, each) => total + each.points, 0);
  return weight === 0 ? 0 : points / weight;
}

/** A session, PDF or coaching plan that treats leaks. */
export type StudyPlace = {
  kind: 'session' | 'plan' | 'product';
  id: number;
  title: string;
  minutes: number | null;
  leaks: readonly LeakId[];
  finished: 'no' | 'recently' | 'long ago';
  /** What opens it must be bought first. */
  costsMoney: boolean;
};

export type NextStudy = { place: StudyPlace; leak: LeakValue };

/** The points of a place that must be bought, or that was finished before, are multiplied by these. */
const priceOfMoney = 0.6;
const priceOfRepeating = 0.5;

/** The leaks to work on, of those of which enough was seen. */
export const weakLeaks = (map: readonly LeakValue[]) =>
  map.filter(({ value }) => value !== null && value < rightFrom / 100);

/** What to study next: the place that treats the weakest leak, weighed by whether it is open and unfinished. */
export function nextStudy(map: readonly LeakValue[], places: readonly StudyPlace[]): NextStudy | null {
  const ranked = places
    .filter(({ finished }) => finished !== 'recently')
    .flatMap((place) =>
      weakLeaks(map)
        .filter(({ leak }) => place.leaks.includes(leak))
        .map((leak) => ({ place, leak, points: pointsOf(place, leak) })),
    )
    .toSorted((one, other) => other.points - one.points);
  const [best] = ranked;
  return best ? { place: best.place, leak: best.leak } : null;
}

function pointsOf({ finished, costsMoney }: StudyPlace, { value }: LeakValue): number {
  return (
    (1 - (value ?? 1)) * (finished === 'long ago' ? priceOfRepeating : 1) * (costsMoney ? priceOfMoney : 1)
  );
}

const leakRowView = z.object({
  leak: drillLeakSchema,
  seen: z.int(),
  /** In percent; null while too little was seen. */
  percent: z.int().nullable(),
});
export type LeakRow = z.infer<typeof leakRowView>;
export const leakMapView = z.array(leakRowView);

export const leakInput = z.object({ leak: drillLeakSchema });

export const evidenceView = z.object({
  /** The last tries, the newest first. */
  tries: z.array(
    z.object({
      id: z.string(),
      deckId: z.string(),
      drillId: z.string(),
      /** It is not asked any more. */
      isArchived: z.boolean(),
      prompt: z.string(),
      score: z.int(),
      day: z.string(),
    }),
  ),
  /** Questions whose answers named the leak. */
  questions: z.array(z.object({ id: z.string(), thought: z.string(), answeredAt: z.string() })),
  /** Drills of the leak that the student can answer. */
  drills: z.int(),
});

export const nextStudyView = z
  .object({
    place: drillPlaceSchema,
    title: z.string(),
    path: z.string(),
    minutes: z.int().nullable(),
    /** Without the leak's evidence, the reason is a sentence about the student's answers to the first questions. */
    because: z.union([
      z.object({ leak: drillLeakSchema, tries: z.int(), wrong: z.int(), named: z.int() }),
      z.string(),
    ]),
    costsMoney: z.boolean(),
    /** The student is known to have seen it today. */
    isNoted: z.boolean(),
  })
  .nullable();
export type NextStudyView = z.infer<typeof nextStudyView>;
