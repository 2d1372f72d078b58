import { trpc } from '../../trpc.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { emptyProfile, FirstQuestions } from './library/first-questions.tsx';

/** A form with the user's answers about their game, stakes, aim and weekly hours of study. */
export function StudyProfileCard() {
  const query = trpc.learning.studyProfile.useQuery();
  return (
    <QueryView query={query} skeleton={null} errorTitle="Your answers about your game could not be loaded">
      {({ profile }) => <FirstQuestions profile={profile ?? emptyProfile} />}
    </QueryView>
  );
}
