import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { phoneUrl } from '../../../shared/site-settings.ts';
import { landingTexts, readPrograms } from '../../../shared/site-texts/landing-texts.ts';
import { trpc } from '../../trpc.ts';
import { SectionLink } from '../navigation/section-link.tsx';
import { AcademyBrand } from '../settings/academy-brand.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useTexts } from '../settings/use-texts.ts';

const linkClass = 'inline-flex min-h-8 items-center text-muted hover:text-text hover:underline';

/** The landing page's footer. `SiteFooter`, which every page has, follows it. */
export function Footer() {
  const { supportEmail, supportPhone } = useSiteSettings();
  const texts = useTexts(landingTexts);
  const { data: searches } = trpc.shop.programSearches.useQuery();
  return (
    <div data-texts="footer" className="relative border-t border-border bg-sunken print:hidden">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:grid-cols-2 sm:px-6 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <p className="flex items-center gap-3 text-lg font-bold">
            <AcademyBrand nameClass="min-w-0 wrap-anywhere" />
          </p>
          <p className="mt-3 max-w-[36ch] wrap-anywhere whitespace-pre-line text-muted">{texts.footerLine}</p>
        </div>
        <Group id="footer-programs" title="Programs">
          {/* Each program links to a search in the shop, or to all products if the search would find nothing. */}
          {readPrograms(texts.footerPrograms).map(({ name, search }) => (
            <li key={name}>
              <Link
                to="/products"
                search={searches?.includes(search) === false ? {} : { q: search }}
                className={linkClass}
              >
                {name}
              </Link>
            </li>
          ))}
        </Group>
        <Group id="footer-resources" title="Resources">
          <li>
            <Link to="/products" className={linkClass}>
              Product shop
            </Link>
          </li>
          <li>
            <Link to="/coaching" className={linkClass}>
              My Learning Library
            </Link>
          </li>
          <li>
            <Link to="/kyc" className={linkClass}>
              Identity verification
            </Link>
          </li>
          <li>
            <SectionLink section="training" className={linkClass}>
              Play-money client
            </SectionLink>
          </li>
          <li>
            <SectionLink section="community" className={linkClass}>
              Community
            </SectionLink>
          </li>
        </Group>
        <Group id="footer-contact" title="Contact">
          <li>
            <SectionLink section="contact" className={linkClass}>
              Write to us
            </SectionLink>
          </li>
          {supportEmail && (
            <li>
              <a href={`mailto:${supportEmail}`} className={`${linkClass} wrap-anywhere`}>
                {supportEmail}
              </a>
            </li>
          )}
          {supportPhone && (
            <li>
              <a href={phoneUrl(supportPhone)} className={linkClass}>
                Call us: {supportPhone}
              </a>
            </li>
          )}
          <li>
            <SectionLink section="terms-of-sale" className={linkClass}>
              Charges and refunds
            </SectionLink>
          </li>
        </Group>
      </div>
    </div>
  );
}

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold">
        {title}
      </h2>
      <ul>{children}</ul>
    </nav>
  );
}
