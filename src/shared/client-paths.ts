/** Every address that has a screen; the server answers 404 to the others, with the same page. */
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
  '/notes',
  '/search',
  '/coaching-pdfs',
  '/profile',
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

/** Addresses with a part of their own: the id of a product, session or user, a PDF or plan in the user. */
const clientPatterns = [
  /^\/admin\/payments\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^\/admin\/users\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^\/(products|coaching)\/[1-9]\d{0,8}$/,
  /^\/read\/(product\/[1-9]\d{0,8}|plan\/([1-9]|10))$/,
];

/** Whether an address, without query and trailing slash, has a screen. */
export function isClientPath(path: string): boolean {
  return clientPaths.some((known) => known === path) || clientPatterns.some((pattern) => pattern.test(path));
}
