import { trpc } from '../../trpc.ts';
import { FirstQuestions } from './library/first-questions.tsx';

const emptyProfile = { game: null, stakes: null, aim: null, weeklyHours: null };

/** The answers to the study questions, which can be edited. */
export function StudyProfileCard() {
  const { data } = trpc.learning.studyProfile.useQuery();
  return data ? <FirstQuestions profile={data.profile ?? emptyProfile} /> : null;
}
