/**
 * A link to a user, a payment or another record, in lists and facts. It is underlined only while the pointer is over
 * it, unlike `text-link`, the class for links in running text.
 */
export const adminLinkClass =
  'inline-flex min-h-6 items-center rounded-control font-semibold wrap-anywhere text-primary-text underline-offset-4 hover:underline';
