import { useRouter } from '@tanstack/react-router';
import { ScrollArea } from 'radix-ui';
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { LegalText } from '../../../../shared/auth/consents.ts';
import { legalVersions } from '../../../../shared/profile/legal-versions.ts';
import { retention } from '../../../../shared/profile/retention.ts';
import { companyLine, type SiteSettings } from '../../../../shared/site-settings.ts';
import { type LegalSection, readLegalText } from '../../../../shared/site-texts/legal-markdown.ts';
import type { LegalPlaceholder, LegalTextView } from '../../../../shared/site-texts/legal-texts.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { opensElsewhere } from '../../../lib/opens-elsewhere.ts';
import { trpc } from '../../../trpc.ts';
import { PageHeader } from '../../../ui/page.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { useSiteSettings } from '../../settings/use-site-settings.ts';
import { goToSection } from './go-to-section.ts';
import { LegalReading } from './legal-reading.tsx';
import { LegalSectionBody } from './legal-section-body.tsx';

const EditLegalText = lazyPart(
  async () => (await import('../../settings/texts/edit-legal-text.tsx')).EditLegalText,
);
// Not with `lazyDialog`, whose messages would be a large part of the page's download. If a chunk cannot be loaded, the
// page is reloaded, or an error replaces it. Nothing is lost, because users type nothing on the page.
const EarlierVersions = lazy(async () => ({
  default: (await import('./earlier-versions.tsx')).EarlierVersions,
}));
const NextVersion = lazy(async () => ({
  default: (await import('./earlier-versions.tsx')).NextVersion,
}));

export type LegalDocumentProps = {
  document: LegalText;
  title: string;
  lead: ReactNode;
};

/**
 * A legal text in a scroll area 600 px tall. Its scroll bar hides 600 ms after scrolling. In print the area opens to
 * its full length.
 */
export function LegalDocument({ document, title, lead }: LegalDocumentProps) {
  const { data } = trpc.settings.legalText.useQuery({ document });
  const { user } = useCurrentUser();
  const [showsEarlier, setShowsEarlier] = useState(false);
  const [showsNext, setShowsNext] = useState(false);
  const values = legalValues(useSiteSettings(), data?.session);
  const sections = readLegalText(data?.body ?? '');
  const version = data?.version ?? legalVersions[document];
  return (
    <>
      <PageHeader
        title={title}
        lead={lead}
        aside={
          <p className="text-sm text-muted tabular">
            Last updated {formatDate(version.slice(0, 10))}
            {data?.hasEarlier && (
              <button
                type="button"
                onClick={() => setShowsEarlier(true)}
                className="text-link ml-3 min-h-6 print:hidden"
              >
                Earlier versions
              </button>
            )}
          </p>
        }
      />
      {data?.next && (
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-control border-l-4 border-primary bg-primary-soft px-4 py-3">
          <div>
            <p className="font-semibold text-primary-text">
              A new version takes effect on {formatDate(data.next.validOn)}
            </p>
            <p>Until then, the version below applies.</p>
          </div>
          <button type="button" onClick={() => setShowsNext(true)} className="text-link min-h-6 print:hidden">
            Read the new version
          </button>
        </div>
      )}
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <nav aria-label="Contents" className="hidden lg:sticky lg:top-24 lg:block print:hidden">
          <Contents sections={sections} />
        </nav>
        <details className="group rounded-control border border-border bg-surface px-4 lg:hidden print:hidden">
          <summary className="flex min-h-11 items-center justify-between font-semibold">
            Contents
            <svg
              aria-hidden="true"
              viewBox="0 0 12 12"
              className="size-3 text-muted transition-transform group-open:rotate-180"
            >
              <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.75" />
            </svg>
          </summary>
          <div className="pb-3">
            <Contents sections={sections} />
          </div>
        </details>
        <ScrollArea.Root
          type="scroll"
          scrollHideDelay={600}
          className="h-[600px] min-w-0 overflow-hidden rounded-card border border-border bg-surface print:h-auto! print:overflow-visible! print:border-0"
        >
          {/* The area is focusable, so that the arrow keys scroll it (WCAG 2.1.1). */}
          <ScrollArea.Viewport
            role="region"
            aria-label={title}
            // Without this, the router finds the area by its place among its siblings, which changes as the page loads.
            data-scroll-restoration-id="legal-text"
            tabIndex={0}
            // The script of Radix makes the area scrollable, but the text must scroll before the script has loaded.
            className="size-full overflow-y-scroll! scroll-pt-6 scroll-pb-14 rounded-card focus-visible:-outline-offset-2 print:h-auto! print:overflow-visible! [&>div]:block!"
          >
            <div className="px-4 pt-6 pb-14 sm:px-8 print:p-0">
              {sections.map((section, index) => (
                <section
                  key={section.id}
                  id={section.id}
                  tabIndex={-1}
                  aria-labelledby={`${section.id}-title`}
                  className="mt-8 first:mt-0"
                >
                  <h2 id={`${section.id}-title`} className="text-lg font-semibold">
                    <span className="mr-2 font-mono font-normal text-subtle tabular">{index + 1}</span>
                    {section.title}
                  </h2>
                  <LegalSectionBody blocks={section.blocks} values={values} />
                </section>
              ))}
            </div>
          </ScrollArea.Viewport>
          <ScrollArea.Scrollbar
            orientation="vertical"
            className="z-10 flex w-2.5 touch-none p-0.5 select-none print:hidden"
          >
            <ScrollArea.Thumb className="relative flex-1 rounded-full bg-control" />
          </ScrollArea.Scrollbar>
          <p className="pointer-events-none absolute inset-x-0 bottom-0 z-1 rounded-b-card border-t border-border bg-surface px-4 py-2 text-sm text-muted sm:px-8 print:hidden">
            {countText(sections.length, 'section')}. Scroll to read it all.
          </p>
        </ScrollArea.Root>
      </div>
      {showsNext && data?.next && (
        <Suspense fallback={null}>
          <NextVersion title={title} next={data.next} values={values} onClose={() => setShowsNext(false)} />
        </Suspense>
      )}
      {showsEarlier && (
        <Suspense fallback={null}>
          <EarlierVersions
            document={document}
            title={title}
            values={values}
            onClose={() => setShowsEarlier(false)}
          />
        </Suspense>
      )}
      {user?.role === 'admin' && data && (
        <Suspense fallback={null}>
          <EditLegalText
            title={title}
            current={data}
            preview={(text) => <LegalReading text={text} values={values} />}
          />
        </Suspense>
      )}
    </>
  );
}

/** Plain anchors, which work before hydration. The router only updates the URL. */
function Contents({ sections }: { sections: readonly LegalSection[] }) {
  const router = useRouter();

  function handleClick(event: MouseEvent<HTMLAnchorElement>, id: string) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    void goToSection(router, id);
  }

  return (
    <ol className="text-sm">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            onClick={(event) => handleClick(event, id)}
            className="flex min-h-8 items-baseline gap-3 rounded-control py-1 text-muted hover:text-text hover:underline"
          >
            <span className="w-4 shrink-0 text-right font-mono text-xs text-subtle tabular">{index + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The values of the placeholders in both legal texts. */
function legalValues(
  settings: SiteSettings,
  session: LegalTextView['session'] | undefined,
): Record<LegalPlaceholder, string> {
  const { academyName, siteTermsLaw, salesTermsLaw, statementDescriptor } = settings;
  const { documentRetentionDays, unclaimedUploadHours } = settings;
  const company = companyLine(settings);
  return {
    academy: academyName,
    we: company === '' ? '“we”' : `“we”: ${company}`,
    company,
    siteLaw: siteTermsLaw,
    salesLaw: salesTermsLaw,
    descriptor: statementDescriptor,
    uploadHours: `${unclaimedUploadHours} hours`,
    documentDays: documentRetentionDays === 1 ? 'one day' : `${documentRetentionDays} days`,
    idleDays: String(session?.idleDays ?? retention.sessionIdleDays),
    sessionDays: String(session?.maxDays ?? retention.sessionMaxDays),
    deviceDays: String(retention.deviceDays),
    signInMonths: String(retention.signInMonths),
    addressDays: String(retention.signInIpDays),
    fileMonths: String(retention.fileAccessMonths),
    activityMonths: String(retention.activityMonths),
    unreadableDays: String(retention.unreadableHandDays),
    exportDays: String(retention.exportDays),
    undoDays: String(retention.undoDays),
    contactMonths: String(retention.contactMonths),
    recordMonths: String(retention.recordIpMonths),
  };
}
