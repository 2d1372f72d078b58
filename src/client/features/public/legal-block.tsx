import { Link } from '@tanstack/react-router';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { SectionJump } from './section-jump.tsx';

const linkClass = 'font-medium text-primary-text underline underline-offset-2 hover:no-underline';

/** The six statements for buyers. The terms of use are on the legal pages. */
export function LegalBlock() {
  const { statementDescriptor, salesTermsLaw } = useSiteSettings();
  const statements = [
    {
      term: 'Your statement',
      text: (
        <>
          Charges appear on your card statement under the short descriptor{' '}
          <span className="font-mono text-sm text-text">{statementDescriptor}</span>.
        </>
      ),
    },
    { term: 'Refunds', text: 'First-time purchases are refunded if you ask within 30 days.' },
    { term: 'Renewals', text: 'A renewal of a subscription is non-refundable once it has been charged.' },
    { term: 'Law', text: `These terms are governed by ${salesTermsLaw} law.` },
    {
      term: 'Education only',
      text: 'Coaching is for education only. It is not tied to real-money gambling of any kind.',
    },
    {
      term: 'Disputes',
      text: (
        <>
          Please{' '}
          <SectionJump section="contact" className={linkClass}>
            contact support
          </SectionJump>{' '}
          before filing a dispute with your bank. Most things are settled by a message.
        </>
      ),
    },
  ];
  return (
    <section
      id="terms-of-sale"
      tabIndex={-1}
      aria-labelledby="legal-title"
      className="border-y border-border bg-surface"
    >
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-4 py-12 sm:px-6 lg:grid-cols-[1fr_2fr] lg:py-16">
        <div>
          <h2 id="legal-title" className="text-xl font-semibold">
            Before you pay
          </h2>
          <p className="mt-2 measure text-muted">
            Six sentences that hold for every purchase. The rest is in the{' '}
            <Link to="/terms-of-service" className={linkClass}>
              Terms of Service
            </Link>
            .
          </p>
        </div>
        <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
          {statements.map((statement) => (
            <div key={statement.term}>
              <dt className="font-semibold">{statement.term}</dt>
              <dd className="mt-1 measure text-muted">{statement.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
