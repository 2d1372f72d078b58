import { Link } from '@tanstack/react-router';
import { TodayCard } from '../features/learning/goals/today-card.tsx';
import { Library } from '../features/learning/library/library.tsx';
import { StudyNow } from '../features/practice/study-now.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { buttonClass } from '../ui/button.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

/** /coaching and /coaching-dashboard. The layout waits until the user is known. */
export function LibraryPage() {
  const { user } = useCurrentUser();
  if (!user) {
    return (
      <SignInPrompt
        other={
          <Link to="/products" className={buttonClass('secondary')}>
            Browse Products
          </Link>
        }
      >
        Please log in to open your learning library: your PDFs, your sessions and the free products.
      </SignInPrompt>
    );
  }
  return (
    <Page>
      <StepUpDialog signsIn />
      <PageHeader
        title="My Learning Library"
        lead="Everything you own, and everything that is free."
        aside={
          <Link to="/search" className={buttonClass('secondary')}>
            Search
          </Link>
        }
      />
      <Library user={user} today={<TodayCard key={user.id} showsLink />} next={<StudyNow />} />
    </Page>
  );
}
