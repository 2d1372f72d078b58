/** The main task of each background job, as admins read it. */
const labels: Record<string, string> = {
  'send-mail': 'Send emails',
  'build-export': 'Prepare copies of personal data',
  'stop-renewals': 'Stop renewals of accounts scheduled for deletion',
  'erase-customer': 'Erase deleted accounts at Stripe',
  'send-legal-notice': 'Email everyone about a changed legal text',
  'close-payment-pages': 'Close outdated payment pages',
  'sweep-uploads': 'Delete unused uploads',
  'erase-documents': 'Erase expired identity documents',
  'apologise-late-reviews': 'Apologize for late identity reviews',
  'sweep-sessions': 'Delete expired logins',
  'sweep-exports': 'Delete old copies of personal data',
  'finish-deletions': 'Delete accounts that are due for deletion',
  'reconcile-purchases': 'Compare purchases with Stripe',
  'tell-of-ready-products': 'Email buyers whose pre-order is ready',
  'reconcile-subscriptions': 'Compare memberships with Stripe',
  'update-customers': 'Send changed email addresses to Stripe',
  'subscription-notices': 'Send reminders about renewals',
  'return-late-questions': 'Apologize for late answers to questions',
  'unclaim-idle': 'Put questions that a coach left unanswered back in the queue',
  'week-in-hands': 'Email students about their week, on Sunday evening',
  'daily-hands': 'Anonymize visitors’ answers to the hand of the day, and remind coaches to plan more hands',
  'read-hands-again': 'Parse stored hands again with newer parsers',
  'questions-digest': 'Email coaches about waiting questions',
  'sweep-activity': 'Delete old activity records',
  'fail-abandoned-emails': 'List emails that will not be tried again',
  'check-files': 'Compare stored files with the database',
};

export const isKnownJob = (name: string): boolean => Object.hasOwn(labels, name);

export const jobLabel = (name: string): string => labels[name] ?? name;

/**
 * The minutes between two runs of a cron line. Supports only what the schedules use: every n minutes, evenly spaced
 * minutes of each hour, and once a day.
 */
export function cronMinutes(cron: string): number {
  const [minute = '', hour = ''] = cron.split(' ');
  if (hour !== '*') return 24 * 60;
  const every = /^(?:\*|\d+-59)\/(\d+)$/.exec(minute)?.[1];
  return every ? Number(every) : 60 / minute.split(',').length;
}

/** A cron line as text: "Every 5 minutes", "Every hour", "Every day at 02:27 UTC". */
export function scheduleText(cron: string): string {
  const minutes = cronMinutes(cron);
  if (minutes < 60) return `Every ${minutes} minutes`;
  if (minutes === 60) return 'Every hour';
  const [minute = '', hour = ''] = cron.split(' ');
  return `Every day at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`;
}
