import { Link } from '@tanstack/react-router';
import { CoachingPlans } from '../features/learning/coaching-plans/coaching-plans.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { planName } from '../lib/labels.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

/** /coaching-pdfs. The layout renders it only after it is known whether a user is logged in. */
export function CoachingPdfsPage() {
  const { user } = useCurrentUser();
  if (!user) {
    return (
      <SignInPrompt
        title="Please log in to access coaching PDFs"
        other={
          <Link to="/subscription-plans" className={buttonClass('secondary')}>
            View Plans
          </Link>
        }
      >
        Your account shows which coaching plans are open to you; a membership opens more.
      </SignInPrompt>
    );
  }
  return (
    <Page>
      <PageHeader
        title="Poker Coaching Plans"
        lead="Ten coaching plans that build on each other. Your membership decides how many you can open."
        aside={<Badge tone="primary">Current plan: {planName(user.subscriptionPlan)}</Badge>}
      />
      <CoachingPlans user={user} />
    </Page>
  );
}
