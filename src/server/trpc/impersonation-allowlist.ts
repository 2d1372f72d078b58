/**
 * Queries that are available during impersonation. Every procedure that is neither here nor in `openMutations` is
 * forbidden.
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
  'learning.allNotes',
  'learning.notesFile',
  'learning.search',
  'hands.list',
  'hands.countMatches',
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
  'goals.day',
  'goals.list',
  'goals.studyDays',
  'goals.results',
  'notifications.list',
  'notifications.unreadCount',
]);

/** Mutations that end impersonation or log out. They do not affect the student. */
const openMutations = new Set(['impersonation.stop', 'auth.logout']);

export function isAllowedWhileImpersonating(type: string, path: string): boolean {
  return type === 'query' ? openQueries.has(path) : openMutations.has(path);
}
