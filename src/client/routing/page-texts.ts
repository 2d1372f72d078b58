import type { StaticDataRouteOption } from '@tanstack/react-router';

const siteTitle = 'Poker Coaching Academy';

/** What a loader may say of its page, in place of the route's own words. */
export type PageTitle = { title?: string; description?: string };

/** Search engines cut off what is longer. */
const longestDescription = 160;

/** Title, description and needs of the page that a match leads to. */
export function pageTexts(match: { staticData: StaticDataRouteOption; loaderData?: PageTitle } | undefined) {
  const { title, description } = match?.loaderData ?? {};
  return {
    ...match?.staticData,
    ...(title && { title }),
    ...(description && { description: description.replaceAll(/\s+/g, ' ').slice(0, longestDescription) }),
  };
}

/** What stands in the browser's tab. */
export function documentTitle(pageTitle: string | undefined): string {
  return pageTitle ? `${pageTitle} · ${siteTitle}` : siteTitle;
}
