import { useState } from 'react';
import type { AdminPromotionCode, AdminPromotionCodes } from '../../../../shared/payments/promotion-codes.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { promotionCodeColumns } from './promotion-code-columns.tsx';
import { PromotionCodeDialog } from './promotion-code-dialog.tsx';
import { completionInput, createdText, discountLabel, scopeLabel } from './promotion-code-labels.ts';
import { RedemptionsDialog } from './promotion-redemptions-dialog.tsx';

export function PromotionCodesPanel() {
  const { client } = trpc.useUtils();
  const query = trpc.admin.promotions.list.useInfiniteQuery({}, byCursor);
  const [creating, setCreating] = useState(false);
  const [action, setAction] = useState<AdminAction>();
  const [redeemed, setRedeemed] = useState<AdminPromotionCode>();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The codes could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the codes...">
          <div className="mb-4 flex items-center justify-between">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-9 w-28" />
          </div>
          <TableSkeleton rows={4} />
        </SkeletonRegion>
      }
    >
      {(codes) => {
        const items = loadedItems(codes);
        const totals = codes.pages[0]?.totals;
        const create = (
          <Button size={items.length === 0 ? 'medium' : 'small'} onClick={() => setCreating(true)}>
            New code
          </Button>
        );
        const columns = promotionCodeColumns({
          onRedemptions: setRedeemed,
          onEnd: (code) =>
            setAction(endAction(code, () => client.admin.promotions.end.mutate({ id: code.id }))),
          onCompleteSetup: (code) =>
            setAction(
              completeSetupAction(code, () => client.admin.promotions.create.mutate(completionInput(code))),
            ),
        });

        return (
          <section>
            <h2 className="sr-only">Promotion codes</h2>
            {items.length > 0 && (
              <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-3">
                {totals && <Totals totals={totals} />}
                {create}
              </div>
            )}
            <DataTable
              caption="Promotion codes, newest first"
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  headingLevel={3}
                  title="No promotion codes yet"
                  description="A code takes a percentage or an amount off what a student pays, for a period or a number of uses that you set."
                  action={create}
                />
              }
            />
            <LoadMore query={query} label="codes" />
            {creating && <PromotionCodeDialog onClose={() => setCreating(false)} />}
            {action && <ActionDialog action={action} onClose={() => setAction(undefined)} />}
            {redeemed && (
              <RedemptionsDialog key={redeemed.id} code={redeemed} onClose={() => setRedeemed(undefined)} />
            )}
          </section>
        );
      }}
    </AdminQueryView>
  );
}

function Totals({ totals }: { totals: NonNullable<AdminPromotionCodes['totals']> }) {
  const { codes, redemptions: used, discountedCents } = totals;
  return (
    <p role="status" className="text-sm text-muted tabular">
      {countText(codes, 'code')}, used {countText(used, 'time')}, {formatCents(discountedCents)} off in total
    </p>
  );
}

function endAction(code: AdminPromotionCode, end: () => Promise<unknown>): AdminAction {
  return {
    title: `End ${code.code}?`,
    consequence: (
      <p>
        It can no longer be used or reactivated. Those who paid with it keep what they bought, at the price
        that they paid.
      </p>
    ),
    confirm: `End ${code.code}`,
    busy: 'Ending...',
    isDanger: true,
    failure: 'The code was not ended at Stripe',
    run: async () => {
      await end();
      return `${code.code} has ended`;
    },
  };
}

function completeSetupAction(
  code: AdminPromotionCode,
  complete: () => Promise<AdminPromotionCode>,
): AdminAction {
  return {
    title: `Complete the setup of ${code.code}?`,
    consequence: (
      <p>
        {discountLabel(code)}, {scopeLabel(code.scope)}. Stripe did not receive the code when it was created.
        Until Stripe has it, no student can use it.
      </p>
    ),
    confirm: `Complete setup of ${code.code}`,
    busy: 'Completing...',
    failure: 'The code could not be created at Stripe',
    run: async () => {
      return createdText(await complete());
    },
  };
}
