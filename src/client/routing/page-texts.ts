import { notFound, type StaticDataRouteOption } from '@tanstack/react-router';
import { describeError } from '../lib/error-text.ts';

/**
 * The texts that a loader may set in place of the route's static ones. The description is for search engines and link
 * previews, which read the page as the server sends it. The browser does not use the description, so routes omit their
 * static description from the browser bundle.
 */
export type LoaderTexts = { title?: string; description?: string };

/**
 * Loads the texts of the item whose id is in the URL.
 * @throws notFound() for a missing item. After any other error, returns no texts: the page itself reports the error and
 * can retry.
 */
export async function loadItemTexts(id: string, load: () => Promise<LoaderTexts>): Promise<LoaderTexts> {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound();
  try {
    return await load();
  } catch (error) {
    if (describeError(error).code === 'not_found') throw notFound();
    return {};
  }
}

/** The static data of the matched route, with the loader's title if there is one. `routeTitle` is the static title. */
export function pageTexts(
  match: { staticData: StaticDataRouteOption; loaderData?: LoaderTexts } | undefined,
) {
  const title = match?.loaderData?.title;
  return { ...match?.staticData, routeTitle: match?.staticData.title, ...(title && { title }) };
}

/** The document title, which ends with the academy's name. */
export function documentTitle(pageTitle: string | undefined, academyName: string): string {
  return pageTitle ? `${pageTitle} · ${academyName}` : academyName;
}
