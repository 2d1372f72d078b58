import type { StaticDataRouteOption } from '@tanstack/react-router';

const siteTitle = 'Poker Coaching Academy';

/**
 * What a loader may say of its page, in place of the route's own words. A description is for those who read a page as it
 * comes from the server, search engines and previews of links: the browser's program has none.
 */
export type PageTitle = { title?: string; description?: string };

/** Title and needs of the page that a match leads to. */
export function pageTexts(match: { staticData: StaticDataRouteOption; loaderData?: PageTitle } | undefined) {
  const title = match?.loaderData?.title;
  return { ...match?.staticData, ...(title && { title }) };
}

/** What stands in the browser's tab. */
export function documentTitle(pageTitle: string | undefined): string {
  return pageTitle ? `${pageTitle} · ${siteTitle}` : siteTitle;
}
