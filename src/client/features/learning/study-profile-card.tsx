import { trpc } from '../../trpc.ts';
import { FirstQuestions } from './library/first-questions.tsx';

const emptyProfile = { game: null, stakes: null, aim: null, weeklyHours: null };

/** A form with the user's answers about their game, stakes, aim and weekly hours of study. */
export function StudyProfileCard() {
  const { data } = trpc.learning.studyProfile.useQuery();
  return data ? <FirstQuestions profile={data.profile ?? emptyProfile} /> : null;
}
