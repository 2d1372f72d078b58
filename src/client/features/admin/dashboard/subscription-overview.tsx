import type { Analytics } from '../../../../shared/admin/admin.ts';
import { type SubscriptionPlan, subscriptionPlans } from '../../../../shared/enums.ts';
import { formatCents } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';

/** The number of students with each plan, paid or granted, and the plan's list price. */
export function SubscriptionOverview({ analytics }: { analytics: Analytics }) {
  const { subscriptionStats: stats } = analytics;
  const prices: Partial<Record<SubscriptionPlan, number>> = analytics.listPrices;
  const rows = subscriptionPlans.map((plan) => ({ plan, price: prices[plan], students: stats[plan] }));
  const maxStudents = Math.max(1, ...rows.map((row) => row.students));
  return (
    <Card as="section">
      <h3 className="text-lg font-semibold">Subscription overview</h3>
      <table className="mt-2 w-full border-collapse">
        <caption className="sr-only">Students by membership</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Membership and price</th>
            <th scope="col">Share</th>
            <th scope="col">Students</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.plan} className="h-11 border-b border-border">
              <th scope="row" className="w-40 pr-4 text-left font-semibold">
                {planName(row.plan)}
                {row.price !== undefined && (
                  <>
                    {' '}
                    <span className="font-normal text-muted tabular">{formatCents(row.price)}</span>
                  </>
                )}
              </th>
              <td aria-hidden="true">
                <span
                  className={
                    row.plan === 'free'
                      ? 'block h-2 rounded-full bg-control'
                      : 'block h-2 rounded-full bg-primary'
                  }
                  style={{ width: `${(row.students / maxStudents) * 100}%` }}
                />
              </td>
              <td className="w-20 pl-4 text-right tabular">{row.students.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-11">
            <th scope="row" colSpan={2} className="pt-2 text-left font-semibold">
              Total active<span className="font-normal text-muted">, excluding Free</span>
            </th>
            <td className="pt-2 text-right font-semibold tabular">{stats.total.toLocaleString('en-US')}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}

export function SubscriptionOverviewSkeleton() {
  return (
    <Card>
      <SkeletonRegion label="Loading subscriptions..." className="flex flex-col gap-6 pb-2">
        <Skeleton className="h-5 w-48" />
        {['free', 'silver', 'gold', 'diamond', 'custom', 'total'].map((plan) => (
          <Skeleton key={plan} className="h-5 w-full" />
        ))}
      </SkeletonRegion>
    </Card>
  );
}
