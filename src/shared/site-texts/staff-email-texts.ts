import type { EmailText } from './email-placeholders.ts';

/** The original texts of emails to the academy: to the support address, or to the admins. */
export const staffEmailTexts = {
  staff_message: {
    name: 'Message from the contact form',
    subject: '{topic} from {name}',
    body: `{sender} wrote through the contact form:

{message}`,
    closing: '{deadline}',
    placeholders: ['topic', 'name', 'sender', 'message', 'deadline'],
    required: ['message'],
  },
  staff_product_sold: {
    name: 'Product sold',
    subject: 'Sold: {product}',
    body: '{amount}',
    placeholders: ['product', 'amount'],
  },
  staff_membership_sold: {
    name: 'Membership sold',
    subject: 'New membership: {payment}',
    body: '{amount}',
    placeholders: ['payment', 'amount'],
  },
  staff_purchase_on_hold: {
    name: 'Purchase on hold',
    subject: 'On hold: {product}',
    body: `This was paid, but not delivered, because {reason}.

Deliver it or refund it.`,
    placeholders: ['product', 'reason'],
    required: ['reason'],
  },
  staff_second_membership: {
    name: 'Second membership of one student',
    subject: 'A student pays for two memberships',
    body: 'The renewal of the older membership, {plan}, is being canceled, but what was paid for it has not been refunded. Refund what was paid twice.',
    placeholders: ['plan'],
  },
  staff_granted_membership: {
    name: 'Payment for a membership that the student was given',
    subject: 'A student pays for a membership that you gave them',
    body: `The {plan} membership that a student has paid for has started, although a membership given by the academy includes it. It renews each month until it is canceled.

Ask the student whether that is wanted. If not, refund the payment and end the renewals.`,
    placeholders: ['plan'],
  },
  staff_paid_after_end: {
    name: 'Payment for a membership that had ended',
    subject: 'Paid after the membership ended: {payment}',
    body: `A student paid an open invoice of a membership that had already ended. The payment gives no access.

Refund it, or give the student a membership for it.`,
    placeholders: ['payment'],
  },
  staff_application: {
    name: 'Identity applications to review',
    subject: '{applications} for review',
    body: 'Students are promised a decision within {hours}.',
    placeholders: ['applications', 'hours'],
  },
  staff_late_review: {
    name: 'Late identity reviews',
    subject: '{reviews} late',
    body: 'The wait is longer than you promised. Each applicant was sent an apology.',
    placeholders: ['reviews'],
  },
  staff_refund_requested: {
    name: 'Refund requested',
    subject: 'Refund requested: {payment}',
    body: 'A student has requested a refund and is waiting for your answer.',
    placeholders: ['payment'],
  },
  staff_refund_failed: {
    name: 'Refund failed at the bank',
    subject: 'A refund failed: {payment}',
    body: 'The bank rejected the refund below. The amount no longer counts as refunded, and access that ended with the refund is restored. Ask the student how they want to get the money back.',
    placeholders: ['payment'],
  },
  staff_inquiry: {
    name: 'A bank asks about a payment',
    subject: 'A bank asks about a payment: {payment}',
    body: `A bank is asking about this payment. No money was taken back, and the student keeps access.

Refund it in full, or send the evidence before the date below: either can settle the question before it becomes a dispute.`,
    placeholders: ['payment'],
  },
  staff_dispute: {
    name: 'A payment is disputed',
    subject: 'A payment is disputed: {payment}',
    body: `A bank disputes this payment and has taken the money back for now. Access to what was bought is suspended until the bank decides, unless another payment covers it.

The evidence is ready: download it, review it, and send it before the date below.`,
    placeholders: ['payment'],
  },
  staff_dispute_unanswerable: {
    name: 'A payment is disputed, and the bank accepts no answer',
    subject: 'A payment is disputed: {payment}',
    body: `A bank disputes this payment and has taken the money back for now. Access to what was bought is suspended until the bank decides, unless another payment covers it.

The bank accepts no evidence in this dispute, so there is nothing to send. We write to you when it has decided.`,
    placeholders: ['payment'],
  },
  staff_dispute_won: {
    name: 'A dispute is won',
    subject: 'Dispute won: {payment}',
    body: 'The bank decided that this payment stands. The money comes back, and access that was suspended is restored.',
    placeholders: ['payment'],
  },
  staff_dispute_lost: {
    name: 'A dispute is lost',
    subject: 'Dispute lost: {payment}',
    body: 'The bank gave the money back to the student. Access to what was bought has ended, unless another payment covers it.',
    placeholders: ['payment'],
  },
  staff_fraud_warning: {
    name: 'A bank warns of fraud',
    subject: 'Early fraud warning: {payment}',
    body: `The bank of the card reports this payment as fraudulent. Most such payments are disputed within days, which costs a fee even when you win.

Refund it in full now to avoid the dispute, or keep it if you know the student. You can decide on your dashboard.`,
    placeholders: ['payment'],
  },
  staff_subscriber_unknown: {
    name: 'Paid membership without an account',
    subject: 'The account of a paid membership is missing',
    body: `Stripe charges the subscription below each month, but the account that started it is not in the database, because it was created after the backup that you restored.

Stripe shows who the customer is. Ask them to register again, then cancel and refund the subscription in Stripe, or grant the membership here until it ends.`,
  },
} as const satisfies Record<string, EmailText>;
