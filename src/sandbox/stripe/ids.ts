import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `length` random letters and digits, as in Stripe's IDs. */
function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

const id = (prefix: string, length: number) => () => prefix + randomText(length);

export const newId = {
  session: id('cs_test_', 58),
  paymentIntent: id('pi_', 24),
  charge: id('ch_', 24),
  balanceTransaction: id('cbtxn_', 24),
  customer: id('cus_', 14),
  product: id('prod_', 14),
  price: id('price_', 24),
  paymentMethod: id('pm_', 24),
  subscription: id('sub_', 24),
  subscriptionItem: id('si_', 14),
  invoice: id('in_', 24),
  invoicePayment: id('inpay_', 24),
  refund: id('re_', 24),
  dispute: id('du_', 24),
  file: id('file_', 24),
  earlyFraudWarning: id('issfr_', 24),
  schedule: id('sub_sched_', 24),
  portalSession: id('bps_', 48),
  coupon: id('', 8),
  promotionCode: id('promo_', 24),
  event: id('evt_', 24),
  request: id('req_', 14),
};
