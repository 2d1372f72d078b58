import type { TrpcClient } from '../../trpc.ts';
import { type AdminAction, recordReasonHint } from './action-dialog.tsx';

type OwnedProduct = { purchaseId: string; title: string; ownerName: string };

/** Ends access to a product that was given, or whose refund kept access. */
export function takeProductBack(
  client: TrpcClient,
  { purchaseId, title, ownerName }: OwnedProduct,
): AdminAction {
  return {
    title: `Take ${title} back?`,
    consequence: <p>{ownerName} can no longer open it. Progress and notes stay.</p>,
    confirm: 'Take back',
    busy: 'Taking back...',
    isDanger: true,
    reasonHint: recordReasonHint,
    failure: 'The product was not taken back',
    run: async (reason) => {
      await client.admin.users.revokeProduct.mutate({ purchaseId, reason });
      return `${title} was taken back`;
    },
  };
}
