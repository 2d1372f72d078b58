/** Every address that has a screen (S1 §2, S2 §2); the server answers 404 to the others, with the same page. */
export const clientPaths = [
  '/',
  '/auth',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-deletion',
  '/coaching',
  '/coaching-dashboard',
  '/profile',
  '/kyc',
  '/admin',
  '/products',
  '/privacy-policy',
  '/terms-of-service',
  '/payment-success',
  '/payment-error',
] as const;
