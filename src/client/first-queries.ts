import { type FirstQuery, firstQueriesOf } from '../shared/page-state.ts';
import type { TrpcUtils } from './trpc.ts';

const prefetch: Record<FirstQuery, (utils: TrpcUtils) => Promise<void>> = {
  'goals.today': ({ goals }) => goals.today.prefetch(),
  'shop.listLibrary': ({ shop }) => shop.listLibrary.prefetch(),
  'learning.listSessions': ({ learning }) => learning.listSessions.prefetch(),
  'learning.continueWhere': ({ learning }) => learning.continueWhere.prefetch(),
  'learning.continueReading': ({ learning }) => learning.continueReading.prefetch(),
  'learning.listBookmarks': ({ learning }) => learning.listBookmarks.prefetch(),
  'learning.listPlans': ({ learning }) => learning.listPlans.prefetch(),
  'learning.studyProfile': ({ learning }) => learning.studyProfile.prefetch(),
  'learning.myAccesses': ({ learning }) => learning.myAccesses.prefetch(),
  'learning.listNotes': ({ learning }) => learning.listNotes.prefetch(),
  'learning.progress': ({ learning }) => learning.progress.prefetch(),
  'email.preferences': ({ email }) => email.preferences.prefetch(),
  'impersonation.mine': ({ impersonation }) => impersonation.mine.prefetch(),
  'kyc.myApplications': ({ kyc }) => kyc.myApplications.prefetch(),
  'kyc.myDocuments': ({ kyc }) => kyc.myDocuments.prefetch(),
  'kyc.lastDetails': ({ kyc }) => kyc.lastDetails.prefetch(),
  'payments.mySubscription': ({ payments }) => payments.mySubscription.prefetch(),
  'payments.myPayments': ({ payments }) => payments.myPayments.prefetch(),
};

/** Sends the page's first queries in one batch, whose response the browser has preloaded. */
export function prefetchFirstQueries(utils: TrpcUtils, path: string): void {
  for (const query of firstQueriesOf(path)) void prefetch[query](utils);
}
