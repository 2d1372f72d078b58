import { priceNoticeDays } from '../payments/renewal-price.ts';
import type { EmailText } from './email-placeholders.ts';

const staysYours = 'Your progress and notes stay, and so do the products you bought.';

/** The original texts of emails about memberships. */
export const membershipEmailTexts = {
  subscription_started: {
    name: 'Membership started',
    subject: 'Your {plan} membership has started',
    body: 'Thank you for subscribing. The coaching plans of {plan} are open to you now.',
    closing: 'It renews each month until you cancel, which takes two clicks on your billing page.',
    placeholders: ['plan'],
  },
  subscription_started_canceled: {
    name: 'Membership started that was canceled before its payment arrived',
    subject: 'Your {plan} membership has started',
    body: 'Thank you. Your payment has arrived, and the coaching plans of {plan} are open to you now.',
    placeholders: ['plan'],
  },
  subscription_started_granted: {
    name: 'Membership started that an admin has also given',
    subject: 'Your {plan} membership has started',
    body: 'Thank you for subscribing. The academy has also given you a membership that includes {plan}, so you may not need to pay for it. Our team has been notified.',
    closing: 'It renews each month until you cancel, which takes two clicks on your billing page.',
    placeholders: ['plan'],
  },
  subscription_changed: {
    name: 'Membership changed',
    subject: 'Your membership is now {plan}',
    body: 'Your membership was changed from {oldPlan} to {plan}.',
    placeholders: ['plan', 'oldPlan'],
  },
  subscription_change_scheduled: {
    name: 'Change of membership scheduled',
    subject: 'Your membership changes to {newPlan} on {date}',
    body: 'As you asked, your membership becomes {newPlan} on {date}. Until then you keep everything that {plan} opens.',
    closing: 'You can undo this on your billing page until that day.',
    placeholders: ['plan', 'newPlan', 'date'],
  },
  subscription_change_withdrawn: {
    name: 'Scheduled change canceled',
    subject: 'Your membership stays {plan}',
    body: 'The scheduled change was canceled: you keep {plan}.',
    placeholders: ['plan'],
  },
  subscription_cancelled: {
    name: 'Membership canceled',
    subject: 'Your subscription is canceled',
    body: 'You won’t be charged again. Your {plan} membership ends on {date}.',
    closing: 'If you want to keep it, choose “Keep {plan}” on your billing page before that day.',
    placeholders: ['plan', 'date'],
  },
  subscription_cancelled_suspended: {
    name: 'Membership of a suspended account canceled',
    subject: 'Your subscription is canceled',
    body: 'You won’t be charged again. Your {plan} membership ends on {date}.',
    closing: 'Your account is suspended, so you cannot log in. If you have a question about it, write to us.',
    placeholders: ['plan', 'date'],
  },
  subscription_resumed: {
    name: 'Cancellation undone',
    subject: 'You keep your {plan} membership',
    body: 'Your cancellation was undone. Your membership renews on {date} for {price}.',
    placeholders: ['plan', 'date', 'price'],
  },
  subscription_payment_failed: {
    name: 'Payment declined',
    subject: 'Your payment did not go through',
    body: 'The payment of {price} for your {plan} membership was declined. We will try again. To keep your membership, pay by {date}.',
    closing:
      'Usually the card has expired: add a new one on your billing page, and we charge it immediately. You can also choose “Pay now” there.',
    placeholders: ['plan', 'date', 'price'],
  },
  subscription_confirm_payment: {
    name: 'Bank asks to confirm the payment',
    subject: 'Please confirm your payment',
    body: 'Your bank asks you to confirm the payment of {price} for your {plan} membership before it goes through. To keep your membership, confirm it by {date}.',
    closing: '“Confirm payment” on your billing page leads to your bank. It takes a minute.',
    placeholders: ['plan', 'date', 'price'],
  },
  subscription_grace_ending: {
    name: 'Access ends without a payment',
    subject: 'Pay by {date} to keep your {plan} membership',
    body: 'The payment of {price} for your {plan} membership is still missing. Without it, the membership gives no access after {date}. Nothing of yours is deleted.',
    placeholders: ['plan', 'date', 'price'],
  },
  subscription_grace_ending_confirm: {
    name: 'Access ends without the confirmation of a payment',
    subject: 'Confirm your payment by {date} to keep your {plan} membership',
    body: 'Your bank still waits for you to confirm the payment of {price} for your {plan} membership. Without the confirmation, the membership gives no access after {date}. Nothing of yours is deleted.',
    closing: '“Confirm payment” on your billing page leads to your bank. It takes a minute.',
    placeholders: ['plan', 'date', 'price'],
  },
  subscription_access_ended: {
    name: 'Access ended without a payment',
    subject: 'Your {plan} membership is unpaid and gives no access',
    body: 'The payment of {price} for your {plan} membership is still missing, so the membership gives no access now. We may try to charge the payment again. If it succeeds, your access comes back. To stop further attempts, cancel the membership on your billing page.',
    closing: 'Nothing of yours is deleted.',
    placeholders: ['plan', 'price'],
  },
  subscription_access_ended_confirm: {
    name: 'Access ended without the confirmation of a payment',
    subject: 'Your {plan} membership is unpaid and gives no access',
    body: 'Your bank still waits for you to confirm the payment of {price} for your {plan} membership, so the membership gives no access now. Once you confirm the payment, your access comes back. If you no longer want the membership, cancel it on your billing page.',
    closing:
      '“Confirm payment” on your billing page leads to your bank. It takes a minute. Nothing of yours is deleted.',
    placeholders: ['plan', 'price'],
  },
  subscription_restored: {
    name: 'Missing payment arrived',
    subject: 'Your payment has arrived',
    body: 'Thank you. Your {plan} membership is paid until {date}.',
    placeholders: ['plan', 'date'],
  },
  subscription_renewal_soon: {
    name: 'Renewal coming up',
    subject: 'Your {plan} membership renews on {date}',
    body: 'On {date} we charge {price} for the next month of your {plan} membership.',
    closing: 'If you want to continue, there is nothing to do.',
    placeholders: ['plan', 'date', 'price'],
  },
  subscription_price_change: {
    name: 'New price of a membership',
    subject: 'Your {plan} membership will cost {newPrice} a month',
    body: `From {date}, your {plan} membership costs {newPrice} a month instead of {price}.

A renewal before that day is still charged at {price}; the first one on or after it is charged at {newPrice}. We will email you a week before each renewal, unless you have turned that email off.`,
    closing:
      'If that does not suit you, you can change or cancel your membership on your billing page in two clicks. You keep what you have paid for.',
    placeholders: ['plan', 'date', 'price', 'newPrice'],
    required: ['date', 'newPrice'],
  },
  subscription_price_withdrawn: {
    name: 'New price of a membership withdrawn',
    subject: 'Your {plan} membership keeps its price of {price} a month',
    body: 'We announced that your {plan} membership would cost {newPrice} a month. That no longer applies: it stays at {price} a month.',
    closing: `There is nothing to do. If we announce another price, it applies ${priceNoticeDays} days after that announcement at the earliest.`,
    placeholders: ['plan', 'price', 'newPrice'],
  },
  subscription_ended: {
    name: 'Membership ended',
    subject: 'Your {plan} membership has ended',
    body: `Your {plan} membership has ended, and nothing more is charged for it.

${staysYours}`,
    placeholders: ['plan'],
  },
  subscription_ended_unpaid: {
    name: 'Membership ended without a payment',
    subject: 'Your {plan} membership has ended',
    body: `Your {plan} membership has ended. Its missing payment is no longer collected, and nothing more is charged for it.

${staysYours}`,
    placeholders: ['plan'],
  },
  subscription_receipt: {
    name: 'Receipt of a membership',
    subject: 'Your receipt: {payment}',
    body: 'Thank you. We received your payment.',
    closing: 'Please keep this email as your receipt. The invoice is on your billing page.',
    placeholders: ['payment'],
  },
  subscription_receipt_ended: {
    name: 'Receipt for a payment for a membership that had ended',
    subject: 'Your receipt: {payment}',
    body: 'We received your payment, but the membership had already ended, so the payment does not start it again. We will refund it or write to you.',
    closing: 'Please keep this email as your receipt. The invoice is on your billing page.',
    placeholders: ['payment'],
  },
  grant_given: {
    name: 'Membership given by an admin',
    subject: 'You were given the {plan} membership',
    // `{end}` becomes, for example, "until 20 Jan 2027".
    body: 'From {date} the {plan} membership is yours {end}. You are not charged for it here.',
    placeholders: ['plan', 'date', 'end'],
  },
  grant_given_to_subscriber: {
    name: 'Membership given by an admin to a student who pays for one',
    subject: 'You were given the {plan} membership',
    body: 'From {date} the {plan} membership is yours {end}. You are not charged for it here. The membership that you pay for still renews, unless you cancel it on your billing page.',
    placeholders: ['plan', 'date', 'end'],
  },
  grant_given_while_processing: {
    name: 'Membership given by an admin to a student whose first payment is being processed',
    subject: 'You were given the {plan} membership',
    body: 'From {date} the {plan} membership is yours {end}. You are not charged for it here. The payment for the membership that you chose yourself is still being processed. Once it arrives, that membership also starts and then renews each month, unless you cancel it on your billing page.',
    placeholders: ['plan', 'date', 'end'],
  },
  grant_ending: {
    name: 'Given membership ends soon',
    subject: 'Your {plan} membership ends on {date}',
    body: 'The {plan} membership that you were given ends on {date}. Nothing renews or is charged automatically.',
    closing: 'Your progress and notes stay.',
    placeholders: ['plan', 'date'],
  },
  grant_ended: {
    name: 'Given membership ended',
    subject: 'Your {plan} membership has ended',
    body: 'The {plan} membership that you were given has ended.',
    closing: 'Your progress and notes stay.',
    placeholders: ['plan'],
  },
  grant_revoked: {
    name: 'Given membership ended by an admin',
    subject: 'Your {plan} membership has ended',
    body: 'The {plan} membership that you were given was ended by our team.',
    closing: 'Your progress and notes stay.',
    placeholders: ['plan'],
  },
} as const satisfies Record<string, EmailText>;
