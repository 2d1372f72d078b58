/**
 * Procedures that are available during impersonation. Everything else is forbidden: mutations, identity documents,
 * payments, account security, and the admin area. A new procedure is forbidden until it is listed here.
 */
const openQueries = new Set([
  'auth.me',
  'auth.currentUser',
  'settings.public',
  'settings.texts',
  'settings.logos',
  'settings.legalText',
  'settings.legalVersions',
  'announcements.current',
  'shop.listProducts',
  'shop.getProduct',
  'shop.cheapest',
  'shop.programSearches',
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
  'hands.list',
  'hands.quota',
  'hands.labels',
  'hands.academy',
  'drills.practice',
  'leaks.map',
  'leaks.next',
  'questions.newAnswers',
  'coaching.homework',
  'daily.get',
  'daily.archive',
  'goals.today',
  'goals.list',
  'goals.results',
  'notifications.list',
  'notifications.unreadCount',
]);

/** Mutations that end impersonation or log out. They do not affect the student. */
const openMutations = new Set(['impersonation.stop', 'auth.logout']);

export function isAllowedWhileImpersonating(type: string, path: string): boolean {
  return type === 'query' ? openQueries.has(path) : openMutations.has(path);
}
