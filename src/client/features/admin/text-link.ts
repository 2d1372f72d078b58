export const textLinkClass =
  'inline-flex min-h-6 items-center rounded-control font-semibold text-primary-text underline-offset-4 hover:underline';
