import { limits } from '../../shared/limits.ts';
import { sweepSessions } from '../auth/sessions.operations.ts';
import type { Deps } from '../deps.ts';
import { eraseDecidedDocuments } from '../kyc/retention.operations.ts';
import { sendQueuedMail } from '../mail/mail.operations.ts';
import { createSmtp } from '../mail/smtp.ts';
import { reconcilePurchases } from '../payments/reconciliation.operations.ts';
import { finishDeletions } from '../privacy/account-deletion.operations.ts';
import { buildExport, sweepExports } from '../privacy/data-export.operations.ts';
import { sweepAccountTokens } from '../security/account-tokens.operations.ts';
import { sweepUploads } from '../uploads/uploads.sweep.ts';
import type { Handlers } from './jobs.ts';

const day = 24 * 60 * 60 * 1000;

/** Which operation each job runs. */
export function createHandlers(deps: Deps): Handlers {
  const send = createSmtp(deps.config.mail.smtpUrl, deps.config.mail.from);
  return {
    'send-mail': ({ mailId }) => sendQueuedMail(deps, send, mailId),
    'build-export': ({ exportId }) => buildExport(deps, exportId),
    'sweep-exports': async () => {
      await sweepExports(deps);
    },
    'finish-deletions': async () => {
      await finishDeletions(deps);
    },
    'sweep-uploads': async () => {
      await sweepUploads(deps);
      await deps.storage.sweepTemporary(day);
    },
    'erase-documents': async () => {
      await eraseDecidedDocuments(deps, limits.documentRetentionDays);
    },
    'sweep-sessions': async () => {
      deps.log.info({ ended: await sweepSessions(deps) }, 'expired sessions removed');
      await sweepAccountTokens(deps);
    },
    'reconcile-purchases': async () => {
      await reconcilePurchases(deps);
    },
  };
}
