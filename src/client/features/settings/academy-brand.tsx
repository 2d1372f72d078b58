import type { SiteLogos } from '../../../shared/site-logos.ts';
import { trpc } from '../../trpc.ts';
import { classNames } from '../../ui/class-names.ts';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { useSiteSettings } from './use-site-settings.ts';

/**
 * The academy's logo and name, which the server includes in each page. Without an uploaded logo, a small range grid is
 * shown.
 */
export function AcademyBrand({ nameClass }: { nameClass: string }) {
  const { academyName } = useSiteSettings();
  const { data: logos = {} } = trpc.settings.logos.useQuery();
  const logo = logos.light ?? logos.dark;
  const inDark = logos.dark ?? logo;
  return (
    <>
      {logo ? (
        <picture className="shrink-0">
          {logos.dark && (
            <source
              media="screen and (prefers-color-scheme: dark)"
              srcSet={logos.dark.address}
              width={logos.dark.width}
              height={logos.dark.height}
            />
          )}
          <img
            src={logo.address}
            width={logo.width}
            height={logo.height}
            alt=""
            className="h-8 w-auto max-w-40 object-contain max-sm:max-w-28"
          />
        </picture>
      ) : (
        <RangeGrid size="logo" className="w-6.5 shrink-0" />
      )}
      <span
        className={classNames(
          nameClass,
          isWide(logo) && 'not-dark:sr-only',
          isWide(inDark) && 'dark:sr-only',
        )}
      >
        {academyName}
      </span>
    </>
  );
}

/** A wide logo is expected to contain the name. */
function isWide(logo: SiteLogos['light']): boolean {
  return logo !== undefined && logo.width > 2 * logo.height;
}
