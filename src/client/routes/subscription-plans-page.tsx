import { CoachingPlanTitles } from '../features/payments/coaching-plan-titles.tsx';
import { PlanTiers } from '../features/payments/plan-tiers.tsx';
import { PlansFaq } from '../features/payments/plans-faq.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export function SubscriptionPlansPage() {
  return (
    <Page>
      <PageHeader
        title="Choose how far you study"
        lead="Each membership opens more of the ten coaching plans. Pay by the month, change or cancel whenever you like."
      />
      <PlanTiers />
      <CoachingPlanTitles />
      <PlansFaq />
    </Page>
  );
}
