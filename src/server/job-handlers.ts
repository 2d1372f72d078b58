import { dayMs } from '../shared/durations.ts';
import { sweepAccesses } from './access/file-access.operations.ts';
import { sweepEvents } from './audit/analytics.operations.ts';
import { sweepAccountTokens } from './auth/account-tokens.operations.ts';
import { queueNoticeEmails } from './auth/consents/legal-notices.operations.ts';
import { sweepSessions } from './auth/sessions.operations.ts';
import { sweepSignIns } from './auth/sign-ins.operations.ts';
import { unclaimIdle } from './coaching/answering.operations.ts';
import { remindCoaches, returnLateQuestions } from './coaching/late-questions.operations.ts';
import { sendWeekInHands } from './coaching/week-in-hands.operations.ts';
import type { Deps } from './deps.ts';
import { parseHandsAgain } from './hands/reparse-hands.operations.ts';
import { sweepUnreadableHands } from './hands/unreadable-hands.operations.ts';
import { apologizeForLateReviews } from './kyc/late-reviews.operations.ts';
import { eraseDecidedDocuments } from './kyc/retention.operations.ts';
import { announceNewVersions } from './learning/new-versions.operations.ts';
import { sweepMessages } from './messages/contact/contact.operations.ts';
import {
  failAbandonedEmails,
  sendQueuedEmail,
  sweepAccountDeletedEmails,
} from './messages/email/email.operations.ts';
import { sweepNotifications } from './messages/notifications/notifications.operations.ts';
import { closeOutdatedPages } from './payments/checkout/page-closing.operations.ts';
import { notifyOfReadyProducts } from './payments/checkout/pre-orders.operations.ts';
import { stopRenewalsOf } from './payments/checkout/stop-renewals.operations.ts';
import { reconcilePurchases } from './payments/reconciliation/checkouts.operations.ts';
import { recoverPayments } from './payments/reconciliation/recovery.operations.ts';
import { reconcileRefunds } from './payments/reconciliation/refund-recovery.operations.ts';
import { reconcileSubscriptions } from './payments/reconciliation/subscriptions.operations.ts';
import { updateCustomerEmails } from './payments/stripe/customer-email.operations.ts';
import { eraseCustomer } from './payments/stripe/customer-erasure.operations.ts';
import { remindOfDates } from './payments/subscriptions/date-reminders.operations.ts';
import { applyAnnouncedPrices } from './payments/subscriptions/price-announcements.operations.ts';
import type { Handlers } from './platform/jobs/jobs.ts';
import { createSmtp } from './platform/smtp.ts';
import { tracedEmail } from './platform/traced-calls.ts';
import { sweepDailyVisitors } from './practice/daily/daily.operations.ts';
import { remindOfFewDailyHands } from './practice/daily/planning.operations.ts';
import { finishDeletions } from './profile/privacy/account-deletion.operations.ts';
import { sweepAddresses } from './profile/privacy/address-retention.operations.ts';
import { buildExport, sweepExports } from './profile/privacy/data-export.operations.ts';
import { getSettings } from './settings/settings.operations.ts';
import { sweepStampedFiles } from './shop/stamping.operations.ts';
import { checkFiles } from './uploads/file-check.operations.ts';
import { sweepUploads } from './uploads/sweep.operations.ts';

export function createHandlers(deps: Deps): Handlers {
  const smtp = createSmtp(deps.config.mail.smtpUrl, deps.config.mail.from);
  const send = smtp && tracedEmail(smtp);
  return {
    'send-mail': ({ mailId }) => sendQueuedEmail(deps, send, mailId),
    'build-export': ({ exportId }) => buildExport(deps, exportId),
    'stop-renewals': ({ userId }) => stopRenewalsOf(deps, userId),
    'erase-customer': (erasure) => eraseCustomer(deps, erasure),
    'send-legal-notice': ({ noticeId }) => queueNoticeEmails(deps, noticeId),
    'close-payment-pages': (payload) => closeOutdatedPages(deps, payload),
    'sweep-exports': () => sweepExports(deps),
    'finish-deletions': async () => {
      await finishDeletions(deps);
      await sweepAccountDeletedEmails(deps);
    },
    'sweep-uploads': async () => {
      await sweepUploads(deps);
      await deps.storage.sweepTemporary(dayMs);
    },
    'erase-documents': async () =>
      eraseDecidedDocuments(deps, (await getSettings(deps)).documentRetentionDays),
    'apologise-late-reviews': () => apologizeForLateReviews(deps),
    'sweep-sessions': async () => {
      deps.log.info({ ended: await sweepSessions(deps) }, 'expired sessions removed');
      await sweepAccountTokens(deps);
      await sweepSignIns(deps);
      deps.log.info({ cleared: await sweepAddresses(deps) }, 'expired IP addresses cleared');
    },
    'sweep-activity': async () => {
      const events = await sweepEvents(deps);
      const openings = await sweepAccesses(deps);
      const notifications = await sweepNotifications(deps);
      const stampedFiles = await sweepStampedFiles(deps);
      const unreadableHands = await sweepUnreadableHands(deps);
      const messages = await sweepMessages(deps);
      deps.log.info(
        { events, openings, notifications, stampedFiles, unreadableHands, messages },
        'old activity removed',
      );
    },
    'return-late-questions': () => returnLateQuestions(deps),
    'unclaim-idle': () => unclaimIdle(deps),
    'questions-digest': () => remindCoaches(deps),
    'week-in-hands': () => sendWeekInHands(deps),
    'daily-hands': async () => {
      await sweepDailyVisitors(deps);
      await remindOfFewDailyHands(deps);
    },
    'read-hands-again': () => parseHandsAgain(deps),
    'fail-abandoned-emails': () => failAbandonedEmails(deps),
    'check-files': () => checkFiles(deps),
    'reconcile-purchases': async () => {
      await reconcilePurchases(deps);
      // This does nothing unless the database was restored from a backup.
      await recoverPayments(deps).catch((error: unknown) => {
        deps.log.error({ err: error }, 'the payments made after the backup could not be read from Stripe');
      });
      await reconcileRefunds(deps);
    },
    'tell-of-ready-products': async () => {
      await notifyOfReadyProducts(deps);
      await announceNewVersions(deps);
    },
    'reconcile-subscriptions': () => reconcileSubscriptions(deps),
    'update-customers': () => updateCustomerEmails(deps),
    'subscription-notices': async () => {
      await applyAnnouncedPrices(deps);
      await remindOfDates(deps);
    },
  };
}
