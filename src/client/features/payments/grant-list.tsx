import { lastMoment } from '../../../shared/access/effective-plan.ts';
import type { PlanGrant } from '../../../shared/payments/billing.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

export function GrantList({ grants }: { grants: readonly PlanGrant[] }) {
  if (grants.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="grants-title">
      <h2 id="grants-title" className="text-xl font-semibold">
        Given by the academy
      </h2>
      <ul className="mt-2 divide-y divide-border">
        {grants.map((grant) => (
          <li key={grant.id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{planName(grant.plan)}</span>
              <Badge tone={grant.isActive ? 'success' : 'neutral'}>
                {grant.isActive ? 'Active' : `From ${formatDate(grant.startsAt)}`}
              </Badge>
              <span className="text-sm text-muted tabular">
                {grant.endsAt ? `until ${formatDate(lastMoment(grant.endsAt))}` : 'without an end date'}
              </span>
            </p>
            {(grant.description || grant.amountCents !== null) && (
              <p className="mt-1 measure text-sm wrap-anywhere text-muted">
                {[
                  grant.description,
                  grant.amountCents !== null && `Agreed: ${formatCents(grant.amountCents)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
