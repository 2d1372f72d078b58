/** The paths of all pages without parameters. */
export const clientPaths = [
  '/',
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-deletion',
  '/coaching',
  '/coaching-dashboard',
  '/goals',
  '/hands',
  '/hands/new',
  '/practice',
  '/questions',
  '/daily',
  '/ranges',
  '/coach',
  '/notes',
  '/search',
  '/coaching-pdfs',
  '/profile',
  '/profile/brief',
  '/kyc',
  '/admin',
  '/products',
  '/subscription-plans',
  '/billing',
  '/privacy-policy',
  '/terms-of-service',
  '/payment-success',
  '/payment-error',
] as const;

/** Paths with parameters, such as ids, the date of a hand of the day, and the token of a shared hand. */
const clientPatterns = [
  /^\/(admin\/payments|admin\/users|hands|practice|ranges|questions|coach\/students)\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^\/daily\/20\d{2}-\d{2}-\d{2}$/,
  /^\/h\/[\w-]{22}$/,
  /^\/(products|coaching)\/[1-9]\d{0,8}$/,
  /^\/read\/(product\/[1-9]\d{0,8}|plan\/([1-9]|10))$/,
];

/** Whether a path, without query and trailing slash, has a page. */
export function isClientPath(path: string): boolean {
  return clientPaths.some((known) => known === path) || clientPatterns.some((pattern) => pattern.test(path));
}
