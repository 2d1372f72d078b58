/**
 * What an admin who looks at the academy as a student may ask for. Everything else is closed: whatever changes
 * something, identity documents, payments, the account's security, and the admin area. A new procedure is closed until it
 * is named here.
 */
const openQueries = new Set([
  'auth.me',
  'auth.currentUser',
  'settings.public',
  'announcements.current',
  'shop.listProducts',
  'shop.getProduct',
  'shop.lowestPrice',
  'shop.listLibrary',
  'learning.listSessions',
  'learning.progress',
  'learning.getSession',
  'learning.listPlans',
  'learning.continueWhere',
  'learning.openReading',
  'learning.continueReading',
  'learning.listNotes',
  'learning.search',
  'goals.today',
  'goals.list',
  'goals.results',
  'notifications.list',
  'notifications.unreadCount',
]);

/** The ways out: back to the admin's own rights, or out of the academy. Neither is about the student. */
const openMutations = new Set(['impersonation.stop', 'auth.logout']);

export function isAllowedWhileImpersonating(type: string, path: string): boolean {
  return type === 'query' ? openQueries.has(path) : openMutations.has(path);
}
