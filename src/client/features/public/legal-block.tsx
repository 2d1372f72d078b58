import { Link } from '@tanstack/react-router';
import { landingTexts } from '../../../shared/site-texts/landing-texts.ts';
import { FilledText } from '../../ui/filled-text.tsx';
import { SectionLink } from '../navigation/section-link.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useTexts } from '../settings/use-texts.ts';

/** What buyers must know, such as the name on the card statement, refunds and the law that applies. */
export function LegalBlock() {
  const { statementDescriptor, salesTermsLaw } = useSiteSettings();
  const texts = useTexts(landingTexts);
  const statements = [
    { term: 'Your statement', text: texts.saleStatement },
    { term: 'Refunds', text: texts.saleRefunds },
    { term: 'Renewals', text: texts.saleRenewals },
    { term: 'Law', text: texts.saleLaw },
    { term: 'Education only', text: texts.saleEducation },
    { term: 'Disputes', text: texts.saleDisputes },
  ];
  const values = {
    descriptor: <span className="font-mono text-sm text-text">{statementDescriptor}</span>,
    law: salesTermsLaw,
    support: (
      <SectionLink section="contact" className="text-link">
        contact support
      </SectionLink>
    ),
    terms: (
      <Link to="/terms-of-service" className="text-link">
        Terms of Service
      </Link>
    ),
  };
  return (
    <section
      id="terms-of-sale"
      tabIndex={-1}
      aria-labelledby="legal-title"
      data-texts="sale"
      className="relative border-y border-border bg-surface"
    >
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-4 py-12 sm:px-6 lg:grid-cols-[1fr_2fr] lg:py-16">
        <div>
          <h2 id="legal-title" className="text-xl font-semibold">
            {texts.saleTitle}
          </h2>
          <p className="mt-2 measure whitespace-pre-line text-muted">
            <FilledText text={texts.saleLead} values={values} />
          </p>
        </div>
        <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
          {statements.map((statement) => (
            <div key={statement.term}>
              <dt className="font-semibold">{statement.term}</dt>
              <dd className="mt-1 measure whitespace-pre-line text-muted">
                <FilledText text={statement.text} values={values} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
