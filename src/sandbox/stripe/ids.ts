import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `length` random letters and digits, as in Stripe's IDs. */
export function randomText(length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
}

export const newId = {
  session: () => `cs_test_${randomText(58)}`,
  paymentIntent: () => `pi_${randomText(24)}`,
  charge: () => `ch_${randomText(24)}`,
  customer: () => `cus_${randomText(14)}`,
  product: () => `prod_${randomText(14)}`,
  price: () => `price_${randomText(24)}`,
  lineItem: () => `li_${randomText(24)}`,
  paymentMethod: () => `pm_${randomText(24)}`,
  subscription: () => `sub_${randomText(24)}`,
  subscriptionItem: () => `si_${randomText(14)}`,
  invoice: () => `in_${randomText(24)}`,
  invoiceLine: () => `il_${randomText(24)}`,
  invoiceItem: () => `ii_${randomText(24)}`,
  invoicePayment: () => `inpay_${randomText(24)}`,
  refund: () => `re_${randomText(24)}`,
  dispute: () => `du_${randomText(24)}`,
  earlyFraudWarning: () => `issfr_${randomText(24)}`,
  schedule: () => `sub_sched_${randomText(24)}`,
  portalSession: () => `bps_${randomText(48)}`,
  coupon: () => randomText(8),
  promotionCode: () => `promo_${randomText(24)}`,
  discount: () => `di_${randomText(24)}`,
  event: () => `evt_${randomText(24)}`,
  request: () => `req_${randomText(14)}`,
};
