import { Link } from '@tanstack/react-router';
import type { OpeningStep } from '../../../../shared/admin/overview.ts';
import { coachingPlanCount } from '../../../../shared/learning/coaching-plan-cards.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { trpc } from '../../../trpc.ts';
import { adminLinkClass } from '../admin-link.ts';

const steps: Record<OpeningStep, { label: string; how: string; search: AdminSearch }> = {
  payments: {
    label: 'Connect Stripe',
    how: 'The person who runs the academy’s server sets the live keys of your Stripe account on that server. Before that, nobody pays real money.',
    search: { tab: 'system' },
  },
  email: {
    label: 'Connect an email server',
    how: 'The person who runs the academy’s server sets the URL of the email server. Before that, emails stay in the outbox.',
    search: { tab: 'system' },
  },
  name: {
    label: 'Show your own name or logo',
    how: 'On every page, in emails and on PDFs. The logo has a section of its own below the name.',
    search: { tab: 'settings', view: 'contact' },
  },
  company: {
    label: 'Add the seller’s details',
    how: 'Name and address appear in the footer, on receipts and on legal pages. Until then, only the academy’s name appears.',
    search: { tab: 'settings', view: 'company' },
  },
  claims: {
    label: 'Check what the academy claims',
    how: 'Numbers of members and students, a success rate and hours of support appear on public pages. Correct, clear or confirm each of them. With “Use real numbers”, only the hours of support need it.',
    search: { tab: 'settings', view: 'claims' },
  },
  prices: {
    label: 'Confirm the prices of memberships',
    how: 'Students see them side by side.',
    search: { tab: 'settings', view: 'prices' },
  },
  product: {
    label: 'Create your first product',
    how: 'A PDF or a session that is on sale and has its content.',
    search: { tab: 'products' },
  },
  coachingPlans: {
    label: 'Upload the coaching plans',
    how: 'Students with a membership see “Coming soon” in place of a plan without a file.',
    search: { tab: 'products', type: 'plan' },
  },
  legal: {
    label: 'Check the legal texts',
    how: 'Privacy policy, terms and governing law.',
    search: { tab: 'settings', view: 'legal' },
  },
  studentView: {
    label: 'See the academy as a student',
    how: 'Open a user and choose “View as student”.',
    search: { tab: 'users' },
  },
};

/**
 * Before the academy opens: all steps. After it has opened: the steps that still concern students. Hidden when all
 * listed steps are done.
 */
export function OpeningSteps() {
  // The admin may have completed a step in another tab a moment ago.
  const list = trpc.admin.dashboard.openingSteps.useQuery(undefined, {
    staleTime: 10_000,
    refetchOnWindowFocus: 'always',
  }).data;
  const open = list?.filter(({ done }) => !done) ?? [];
  if (!list || open.length === 0) return null;
  // After the academy has opened, the server omits the step `payments`.
  const isOpen = !list.some(({ step }) => step === 'payments');
  return (
    <section
      aria-labelledby="before-you-open"
      className="mb-10 rounded-card border border-border bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="before-you-open" className="text-xl font-semibold">
          {isOpen ? 'Still to do' : 'Before you open'}
        </h2>
        <p className="text-sm text-muted tabular">
          {list.length - open.length} of {list.length} done
        </p>
      </div>
      <ul className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {list.map(({ step, done, missing }) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className={
                done
                  ? 'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-success-soft text-xs text-success'
                  : 'mt-0.5 size-5 shrink-0 rounded-full border-2 border-control'
              }
            >
              {done && '✓'}
            </span>
            <div className="min-w-0">
              {done ? (
                <p className="text-muted">
                  {steps[step].label}
                  <span className="sr-only">: done</span>
                </p>
              ) : (
                <>
                  <Link to="/admin" search={steps[step].search} className={adminLinkClass}>
                    {steps[step].label}
                  </Link>
                  {missing !== undefined && ` (${missing} of ${coachingPlanCount} without a file)`}
                  <p className="text-sm text-muted">{steps[step].how}</p>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
