import {
  studyAims,
  studyGames,
  studyStakes,
  weeklyHours,
} from '../../../../shared/learning/study-choices.ts';
import type { StudyProfile } from '../../../../shared/learning/study-profile.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showToast } from '../../../ui/toast.tsx';

const emptyProfile: StudyProfile = { game: null, stakes: null, aim: null, weeklyHours: null };

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const questions = [
  { name: 'game', label: 'What do you play?', options: optionsOf(studyGames) },
  { name: 'stakes', label: 'At which stakes?', options: optionsOf(studyStakes) },
  { name: 'aim', label: 'What do you want first?', options: optionsOf(studyAims) },
  { name: 'weeklyHours', label: 'How much time a week?', options: optionsOf(weeklyHours) },
] as const;

/**
 * Optional questions, whose answers set the daily goal and the first recommendation.
 * @param profile - the stored answers; null until the user has saved or skipped the questions
 */
export function FirstQuestions({ profile }: { profile: StudyProfile | null }) {
  const utils = trpc.useUtils();
  const { isPending, failure, run } = useAction(
    trpc.learning.saveStudyProfile.useMutation({
      async onSuccess(saved) {
        utils.learning.studyProfile.setData(undefined, saved);
        showToast({ title: 'Saved', tone: 'success' });
        await Promise.all([utils.goals.invalidate(), utils.leaks.next.invalidate()]);
      },
    }),
  );
  return (
    <Card as="section" aria-labelledby="first-questions" className={profile ? undefined : 'mb-8'}>
      <h2 id="first-questions" className="text-lg font-semibold">
        {profile ? 'Your game' : 'Four questions, half a minute'}
      </h2>
      <p className="mt-1 measure text-muted">
        Your answers set your daily goal and what we recommend first.
        {!profile && ' You can change them in your profile.'}
      </p>
      <form
        aria-labelledby="first-questions"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget);
          const chosen = (name: string) => String(typed.get(name) ?? '') || null;
          const hours = chosen('weeklyHours');
          run({
            game: chosen('game') as StudyProfile['game'],
            stakes: chosen('stakes') as StudyProfile['stakes'],
            aim: chosen('aim') as StudyProfile['aim'],
            weeklyHours: hours === null ? null : (Number(hours) as StudyProfile['weeklyHours']),
          });
        }}
        className="mt-4 flex flex-col gap-4"
      >
        <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {questions.map(({ name, label, options }) => (
            <SelectField
              key={name}
              name={name}
              label={label}
              options={options}
              placeholder="Choose"
              defaultValue={profile?.[name] ?? ''}
            />
          ))}
        </div>
        <FormError title="Your answers were not saved" failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isPending} busyLabel="Saving...">
            {profile ? 'Update answers' : 'Save my answers'}
          </Button>
          {!profile && (
            <Button variant="quiet" aria-disabled={isPending} onClick={() => run(emptyProfile)}>
              Skip
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** `FirstQuestions` for the profile page, with the stored answers. */
export function StudyProfileCard() {
  const query = trpc.learning.studyProfile.useQuery();
  return (
    <QueryView query={query} skeleton={null} errorTitle="Your answers about your game could not be loaded">
      {({ profile }) => <FirstQuestions profile={profile ?? emptyProfile} />}
    </QueryView>
  );
}
