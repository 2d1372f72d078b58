import { type SiteSettings, siteSettingsDefaults } from '../../../shared/site-settings.ts';
import { trpc } from '../../trpc.ts';

export type { SiteSettings };

/**
 * What the owner can change on public pages; the server includes it in every page, so that it is there at first
 * paint.
 */
export function useSiteSettings(): SiteSettings {
  const query = trpc.settings.public.useQuery();
  return query.data ?? siteSettingsDefaults;
}
