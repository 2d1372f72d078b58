import { z } from 'zod';
import { type Difficulty, difficulties } from '../enums.ts';
import { lowerFirst, upperFirst } from '../letter-case.ts';
import { studyAims, studyGames, studyStakes } from './study-choices.ts';

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];

/** A student's answers about game, stakes, aim and study time; null for a skipped question. */
export const studyProfileInput = z.object({
  game: z.enum(keysOf(studyGames)).nullable(),
  stakes: z.enum(keysOf(studyStakes)).nullable(),
  aim: z.enum(keysOf(studyAims)).nullable(),
  weeklyHours: z.union([z.literal(2), z.literal(4), z.literal(7)]).nullable(),
});
export type StudyProfile = z.infer<typeof studyProfileInput>;

const recommendationView = z.object({
  kind: z.enum(['session', 'plan', 'product']),
  id: z.int(),
  title: z.string(),
  reason: z.string(),
});
type Recommendation = z.infer<typeof recommendationView>;

export const studyProfileView = z.object({
  /** Null until the questions were answered or skipped. */
  profile: studyProfileInput.nullable(),
  recommendation: recommendationView.nullable(),
});

/** An item that the student may open now. */
export type Candidate = {
  kind: Recommendation['kind'];
  id: number;
  title: string;
  description: string;
  difficulty: Difficulty;
  isDone: boolean;
};

const topics: Record<keyof typeof studyAims, RegExp> = {
  fundamentals: /\b(first|opening|pot odds|position|range|newcomer|hand history)/i,
  postflop: /\b(flop|continuation|turn|river|value|barrel|defen[cs]e|three-bet)/i,
  discipline: /\b(bankroll|mental|tilt|timeout|stop rule|month)/i,
  advanced: /\b(solver|overbet|balance|population|deep|exploit|thin)/i,
};
const tournamentTopic = /\b(tournament|icm|final table|endgame|short stack|bubble)/i;
const cashTopic = /\b(cash|blind|three-bet|river|deep-stack)/i;

/** The difficulty that fits stakes and aim. */
function levelFor({ stakes, aim }: StudyProfile): Difficulty {
  if (aim === 'fundamentals' || stakes === 'play' || stakes === 'micro') return 'beginner';
  if (stakes === 'higher' || aim === 'advanced') return 'advanced';
  return 'intermediate';
}

/**
 * Recommends an unfinished item: the one that fits level, aim and game best. If several fit equally, the first in the
 * list.
 * @returns null if all items are finished
 */
export function recommend(profile: StudyProfile, candidates: readonly Candidate[]): Recommendation | null {
  const level = levelFor(profile);
  const ranked = candidates
    .filter(({ isDone }) => !isDone)
    .map((candidate) => {
      const text = `${candidate.title} ${candidate.description}`;
      const matchesAim = profile.aim !== null && topics[profile.aim].test(text);
      const isTournament = tournamentTopic.test(text);
      const matchesGame =
        (profile.game === 'tournaments' && isTournament) || (profile.game === 'cash' && cashTopic.test(text));
      const isOtherGame = profile.game === 'cash' && isTournament;
      const distance = Math.abs(difficulties.indexOf(candidate.difficulty) - difficulties.indexOf(level));
      const points = (matchesAim ? 3 : 0) + (matchesGame ? 2 : 0) - (isOtherGame ? 3 : 0) - 2 * distance;
      // The aim may suggest a different level than the stakes.
      const fitsStakes =
        profile.stakes !== null && candidate.difficulty === levelFor({ ...profile, aim: null });
      return { candidate, points, matchesAim, matchesGame, fitsStakes };
    })
    .toSorted((one, other) => other.points - one.points);
  const [best] = ranked;
  if (!best) return null;
  const { kind, id, title } = best.candidate;
  return { kind, id, title, reason: reasonFor(profile, best) };
}

function reasonFor(
  profile: StudyProfile,
  { matchesAim, matchesGame, fitsStakes }: Record<'matchesAim' | 'matchesGame' | 'fitsStakes', boolean>,
): string {
  const reasons = [
    matchesAim && profile.aim && `you want to ${lowerFirst(studyAims[profile.aim])}`,
    matchesGame && profile.game && `you play ${lowerFirst(studyGames[profile.game])}`,
    fitsStakes && 'its level fits your stakes',
  ].filter((reason) => typeof reason === 'string');
  if (reasons.length === 0) return 'It is open to you, and you have not finished it.';
  return upperFirst(`${reasons.join(', ')}, and it is open to you now.`);
}
