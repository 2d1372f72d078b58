import { notReadyText } from '../shop/product-content.ts';
import type { EmailText } from './email-placeholders.ts';

const refundSent =
  'We have sent {amount} back to the card or account that you paid with. Banks take up to ten days to show it.';

/** The original texts of emails about purchases and refunds. */
export const paymentEmailTexts = {
  receipt: {
    name: 'Receipt for a purchase',
    subject: 'Your receipt: {product}',
    body: 'Thank you for your purchase. It is in your library now.',
    closing:
      'Please keep this email as your receipt. If something is wrong with the purchase, write to us and quote the number above.',
    placeholders: ['product'],
  },
  receipt_not_ready: {
    name: 'Receipt for a product that is not ready',
    subject: 'Your receipt: {product}',
    body: `Thank you for your purchase. ${notReadyText}`,
    closing:
      'Please keep this email as your receipt. If something is wrong with the purchase, write to us and quote the number above.',
    placeholders: ['product'],
  },
  product_ready: {
    name: 'Product is ready',
    subject: 'Ready for you: {product}',
    body: '{product} was not ready. Now it is in your library.',
    placeholders: ['product'],
  },
  new_version: {
    name: 'New version of a PDF',
    subject: 'New version: {product}',
    body: '{product} has a new version. It replaces the one that you opened, at no charge.',
    placeholders: ['product'],
  },
  withdrawal_waiver: {
    name: 'Right of withdrawal waived',
    subject: 'You asked for immediate access',
    body: `When you paid, you agreed to this:

“{statement}”`,
    closing: 'You can still get the refunds that our Terms of Service promise.',
    placeholders: ['statement'],
    required: ['statement'],
  },
  refund_request_received: {
    name: 'Refund request received',
    subject: 'We received your refund request',
    body: 'Thank you for writing. A person looks at your request and answers by email.',
  },
  refund_request_accepted: {
    name: 'Refund request accepted',
    subject: 'Your refund is on its way',
    body: 'We have accepted your request. You will get another email as soon as the refund is confirmed.',
  },
  refund_request_declined: {
    name: 'Refund request declined',
    subject: 'About your refund request',
    body: `We have looked at your request and cannot refund this payment.

{answer}`,
    closing: 'If you disagree, please reply to us. Your legal rights are not affected.',
    placeholders: ['answer'],
    required: ['answer'],
  },
  refund: {
    name: 'Refund of the whole payment',
    subject: 'Your refund: {payment}',
    body: `${refundSent}

{access}`,
    placeholders: ['payment', 'amount', 'access'],
    required: ['access'],
  },
  refund_partial: {
    name: 'Refund of a part of the payment',
    subject: 'Your partial refund: {payment}',
    body: `${refundSent}

{access}`,
    placeholders: ['payment', 'amount', 'access'],
    required: ['access'],
  },
  refund_returned: {
    name: 'Refund that the bank returned',
    subject: 'Your refund did not reach you: {payment}',
    body: `We sent {amount} back to the card or account that you paid with, but the bank returned the money to us.

{access}

We will write to you and ask how you want to get the money back.`,
    placeholders: ['payment', 'amount', 'access'],
    required: ['access'],
  },
  refund_not_made: {
    name: 'Refund that could not be made',
    subject: 'Your refund could not be made: {payment}',
    body: `We have accepted your request, but the refund of {amount} could not be made.

{access}

We will try again to make the refund, or write to you and ask how you want to get the money back.`,
    placeholders: ['payment', 'amount', 'access'],
    required: ['access'],
  },
} as const satisfies Record<string, EmailText>;
