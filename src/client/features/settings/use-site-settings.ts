import { type SiteSettings, siteSettingsDefaults } from '../../../shared/site-settings.ts';
import { trpc } from '../../trpc.ts';

/** The public settings. The server includes them in each page, so that they are available at first paint. */
export function useSiteSettings(): SiteSettings {
  const query = trpc.settings.public.useQuery();
  return query.data ?? siteSettingsDefaults;
}
