import type { StaticDataRouteOption } from '@tanstack/react-router';

const siteTitle = 'Poker Coaching Academy';

/**
 * What a loader may set for its page, in place of the route's own texts. A description is for search engines and link
 * previews, which read the page as the server sends it; the browser's program has none.
 */
export type PageTitle = { title?: string; description?: string };

/** Title and needs of the page that a match leads to. */
export function pageTexts(match: { staticData: StaticDataRouteOption; loaderData?: PageTitle } | undefined) {
  const title = match?.loaderData?.title;
  return { ...match?.staticData, routeTitle: match?.staticData.title, ...(title && { title }) };
}

/** The title of the browser's tab. */
export function documentTitle(pageTitle: string | undefined): string {
  return pageTitle ? `${pageTitle} · ${siteTitle}` : siteTitle;
}
