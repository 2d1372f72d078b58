import { router } from '../trpc/trpc.ts';
import { checkoutProcedures } from './checkout/checkout.router.ts';
import { promotionProcedures } from './promotions/promotions.router.ts';
import { refundProcedures } from './refunds/refunds.router.ts';
import { subscriptionProcedures } from './subscriptions/subscriptions.router.ts';

export const paymentsRouter = router({
  ...checkoutProcedures,
  ...subscriptionProcedures,
  ...refundProcedures,
  ...promotionProcedures,
});
