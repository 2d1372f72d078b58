import { useState } from 'react';
import type { UserPage } from '../../../../shared/admin/admin-users.ts';
import type { AdminPurchase } from '../../../../shared/payments/payments.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Section } from '../../../ui/page.tsx';
import { type AccountAction, ActionDialog } from '../action-dialog.tsx';
import { purchaseColumns } from '../purchases/purchase-columns.tsx';
import { GrantProductDialog } from './grant-product-dialog.tsx';
import { useRefreshUser } from './use-refresh-user.ts';

/** A user's purchases and granted products, and granting another one. */
export function UserPurchases({ page, onRefund }: { page: UserPage; onRefund: (paymentId: string) => void }) {
  const { account, purchases } = page;
  const { client } = trpc.useUtils();
  const refresh = useRefreshUser();
  const [granting, setGranting] = useState(false);
  const [revoking, setRevoking] = useState<AccountAction>();

  const revoke = (purchase: AdminPurchase): AccountAction => ({
    title: `Take ${purchase.productName} back?`,
    consequence: <p>{account.firstName || account.email} can no longer open it. Progress and notes stay.</p>,
    confirm: 'Take back',
    busy: 'Taking back...',
    isDanger: true,
    needsReason: true,
    failure: 'The product was not taken back',
    run: async (reason) => {
      await client.admin.users.revokeProduct.mutate({ purchaseId: purchase.id, reason });
      return `${purchase.productName} was taken back`;
    },
  });

  return (
    <Section title="Purchases" note={purchases.length > 0 ? String(purchases.length) : undefined}>
      <DataTable
        caption="Purchases"
        rows={purchases}
        rowKey={(purchase) => purchase.id}
        columns={columns(onRefund, (purchase) => setRevoking(revoke(purchase)))}
        empty={<p className="text-muted">Nothing was bought or given yet.</p>}
      />
      <Button variant="secondary" size="small" className="mt-3" onClick={() => setGranting(true)}>
        Give a product
      </Button>
      {granting && (
        <GrantProductDialog
          userId={account.id}
          name={account.firstName || account.email}
          onClose={() => setGranting(false)}
          onDone={() => refresh(account.id)}
        />
      )}
      {revoking && (
        <ActionDialog
          action={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={() => refresh(account.id)}
        />
      )}
    </Section>
  );
}

/** The columns of Purchase History without the buyer. Granted products are revoked instead of refunded. */
function columns(
  onRefund: (paymentId: string) => void,
  onRevoke: (purchase: AdminPurchase) => void,
): Column<AdminPurchase>[] {
  return purchaseColumns(onRefund)
    .filter(({ key }) => key !== 'student')
    .map((column) =>
      column.key !== 'actions'
        ? column
        : {
            ...column,
            cell: (purchase) =>
              purchase.isGrant && !purchase.accessEnded ? (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={`Take ${purchase.productName} back`}
                  onClick={() => onRevoke(purchase)}
                >
                  Take back...
                </Button>
              ) : (
                column.cell(purchase)
              ),
          },
    );
}
