import { useEffect, useRef, useState } from 'react';
import { answerTimeText, companyLine, phoneUrl } from '../../../shared/site-settings.ts';
import { landingTexts } from '../../../shared/site-texts/landing-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { FilledText } from '../../ui/filled-text.tsx';
import { lazyInPlace } from '../../ui/lazy-in-place.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useTexts } from '../settings/use-texts.ts';

const ContactForm = lazyInPlace(
  'The form could not be loaded',
  async () => (await import('./contact-form.tsx')).ContactForm,
);

/** The form starts to load when the section is this far outside the window, so that it is ready when scrolled to. */
const loadAhead = '800px';

export function ContactSection() {
  const settings = useSiteSettings();
  const texts = useTexts(landingTexts);
  const { supportEmail, supportPhone } = settings;
  const company = companyLine(settings);
  const section = useRef<HTMLElement>(null);
  const near = useIsNear(section);
  // The form restores a draft, which depends on the user.
  const { isLoading } = useCurrentUser();
  return (
    <section
      ref={section}
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-title"
      data-texts="contact"
      className="relative border-t border-border bg-surface"
    >
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-4 py-16 sm:px-6 lg:grid-cols-[1fr_2fr] lg:py-24">
        <div>
          <h2 id="contact-title" className="text-2xl font-bold sm:text-3xl">
            {texts.contactTitle}
          </h2>
          <p className="mt-3 measure whitespace-pre-line text-muted">
            <FilledText text={texts.contactText} values={{ time: answerTimeText(settings) }} />
          </p>
          {company && <p className="mt-3 measure text-sm text-muted">{company}</p>}
          {(supportEmail || supportPhone) && (
            <dl className="mt-6 flex flex-col gap-3">
              {supportEmail && (
                <div>
                  <dt className="text-sm text-muted">Email</dt>
                  <dd>
                    <a href={`mailto:${supportEmail}`} className="text-link wrap-anywhere">
                      {supportEmail}
                    </a>
                  </dd>
                </div>
              )}
              {supportPhone && (
                <div>
                  <dt className="text-sm text-muted">Call us</dt>
                  <dd>
                    <a href={phoneUrl(supportPhone)} className="text-link">
                      {supportPhone}
                    </a>
                  </dd>
                </div>
              )}
            </dl>
          )}
          <noscript>
            <p className="mt-6">The form needs JavaScript. Please allow it and reload this page.</p>
          </noscript>
        </div>
        {near && !isLoading ? <ContactForm fallback={<ContactFormSkeleton />} /> : <ContactFormSkeleton />}
      </div>
    </section>
  );
}

/** True after the element has been near the window. The form and its schema are not loaded before. */
function useIsNear(element: { readonly current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: loadAhead },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}

function ContactFormSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2">
      <FieldSkeleton control="h-11" />
      <FieldSkeleton control="h-11" />
      <FieldSkeleton control="h-11" wide />
      <FieldSkeleton control="h-34" wide />
      <Skeleton className="h-11 w-36" />
    </div>
  );
}

function FieldSkeleton({ control, wide = false }: { control: string; wide?: boolean }) {
  return (
    <div className={classNames('flex flex-col gap-1', wide && 'sm:col-span-2')}>
      <Skeleton className="h-5.25 w-24" />
      <Skeleton className={control} />
    </div>
  );
}
