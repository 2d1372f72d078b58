/** The classes of a link in the running text of a legal page. */
export const textLinkClass = 'font-medium text-primary-text underline underline-offset-2 hover:no-underline';
