export type SubscriptionWord = { word: string; tone: 'neutral' | 'success' | 'warning' | 'danger' };

/** Stripe's words for what becomes of a subscription, as every screen calls it. */
const words: Record<string, SubscriptionWord> = {
  active: { word: 'Active', tone: 'success' },
  trialing: { word: 'Trial', tone: 'success' },
  past_due: { word: 'Payment failed', tone: 'danger' },
  unpaid: { word: 'Unpaid', tone: 'danger' },
  incomplete: { word: 'Waiting for payment', tone: 'warning' },
  incomplete_expired: { word: 'Never paid', tone: 'neutral' },
  paused: { word: 'Paused', tone: 'warning' },
  canceled: { word: 'Ended', tone: 'neutral' },
};

/** @returns a status that Stripe adds one day in its own word, readable */
export function subscriptionWord(status: string): SubscriptionWord {
  return words[status] ?? { word: sentenceCase(status), tone: 'neutral' };
}

function sentenceCase(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
