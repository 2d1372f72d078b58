import { CoachingPlans } from '../features/learning/coaching-plans/coaching-plans.tsx';
import { SignInCard } from '../features/learning/coaching-plans/sign-in-card.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { planName } from '../lib/plan-names.ts';
import { Badge } from '../ui/badge.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

/** /coaching-pdfs; the layout waits until the signed-in state is known. */
export function CoachingPdfsPage() {
  const { user } = useCurrentUser();
  if (!user) {
    return (
      <Page width="medium">
        <SignInCard />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title="Poker Coaching Plans"
        lead="Ten plans that build on each other. Your subscription decides how many of them are open to you."
        aside={<Badge tone="primary">Current plan: {planName(user.subscriptionPlan)}</Badge>}
      />
      <CoachingPlans user={user} />
    </Page>
  );
}
