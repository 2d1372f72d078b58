import { Link } from '@tanstack/react-router';
import { planName } from '../../lib/labels.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/page.tsx';

/** The titles of the coaching plans, each with the lowest membership that opens it. */
export function CoachingPlanTitles() {
  const { data: offers = [] } = trpc.payments.plans.useQuery();
  // `adds` lists the coaching plans that the next lower membership does not include.
  const plans = offers
    .flatMap(({ plan, adds }) => adds.map((added) => ({ ...added, plan })))
    .toSorted((one, other) => one.pdfNumber - other.pdfNumber);
  if (plans.length === 0) return null;
  return (
    <Section
      title="The ten coaching plans"
      note="Each is one PDF. A membership also opens the plans of the lower memberships."
    >
      <ol className="divide-y divide-border border-y border-border">
        {plans.map(({ pdfNumber, title, description, plan }) => (
          <li
            key={pdfNumber}
            className="grid grid-cols-[2rem_1fr] gap-x-4 gap-y-1 py-3 sm:grid-cols-[2rem_1fr_auto]"
          >
            <span className="pt-0.5 font-mono text-muted tabular">{pdfNumber}</span>
            <div className="min-w-0">
              <h3 className="font-semibold wrap-anywhere">{title}</h3>
              <p className="measure text-sm wrap-anywhere text-muted">{description}</p>
            </div>
            <span className="col-start-2 sm:col-start-3">
              <Badge tone={plan === 'free' ? 'success' : 'neutral'}>
                {plan === 'free' ? 'With every account' : planName(plan)}
              </Badge>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm text-muted">
        Members read them under{' '}
        <Link to="/coaching-pdfs" className="underline underline-offset-2 hover:no-underline">
          Coaching Plans
        </Link>
        .
      </p>
    </Section>
  );
}
