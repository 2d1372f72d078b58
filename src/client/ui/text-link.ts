/** The classes of a link in running text. */
export const textLinkClass = 'font-medium text-primary-text underline underline-offset-2 hover:no-underline';
