import { sweepSessions } from '../auth/sessions.operations.ts';
import type { Deps } from '../deps.ts';
import { createSmtp, sendQueuedMail } from '../mail/mail.operations.ts';
import { reconcilePurchases } from '../payments/reconciliation.operations.ts';
import { sweepUploads } from '../uploads/uploads.sweep.ts';
import type { Handlers } from './jobs.ts';

const day = 24 * 60 * 60 * 1000;

/** Which operation each job runs. */
export function createHandlers(deps: Deps): Handlers {
  const send = createSmtp(deps.config.mail.smtpUrl, deps.config.mail.from);
  return {
    'send-mail': ({ mailId }) => sendQueuedMail(deps, send, mailId),
    'sweep-uploads': async () => {
      await sweepUploads(deps);
      await deps.storage.sweepTemporary(day);
    },
    'sweep-sessions': async () => {
      deps.log.info({ ended: await sweepSessions(deps) }, 'expired sessions removed');
    },
    'reconcile-purchases': async () => {
      await reconcilePurchases(deps);
    },
  };
}
