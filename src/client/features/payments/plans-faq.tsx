import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graceDays } from '../../../shared/access/effective-plan.ts';
import { refundWindowDays } from '../../../shared/payments/refund-policy.ts';
import { priceNoticeDays } from '../../../shared/payments/renewal-price.ts';
import { Section } from '../../ui/page.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

export function PlansFaq() {
  const { statementDescriptor, salesTermsLaw } = useSiteSettings();
  const answers: { question: string; answer: ReactNode }[] = [
    {
      question: 'What does a membership open?',
      answer: (
        <>
          The coaching plans whose numbers are on the membership’s card, for as long as you have the
          membership. Sessions and PDFs of the{' '}
          <Link to="/products" className="text-link">
            shop
          </Link>{' '}
          are bought one at a time and stay yours without a membership.
        </>
      ),
    },
    {
      question: 'How do I cancel?',
      answer: (
        <>
          On the{' '}
          <Link to="/billing" className="text-link">
            billing page
          </Link>
          , in two clicks. You keep the membership until the end of the month you paid for, and nothing of
          yours is deleted.
        </>
      ),
    },
    {
      question: 'Can I get my money back?',
      answer: `The first payment of your first subscription is refunded if you ask within ${refundWindowDays} days. A renewal is non-refundable once it has been charged, and so is the charge for changing your membership.`,
    },
    {
      question: 'What happens when I change my membership?',
      answer:
        'If you upgrade, you pay the difference for the rest of the month and have the higher membership immediately. If you downgrade, you keep what you have until the month ends. Before you confirm, you see what you pay today and what you pay each month after that.',
    },
    {
      question: 'What if a payment fails?',
      answer: `You keep your membership for ${graceDays} more days and we write to you. After that it falls back to Free until it is paid; your notes and your progress stay.`,
    },
    {
      question: 'Can the price change?',
      answer: `Not without notice: you keep the price you subscribed at until ${priceNoticeDays} days after we notify you.`,
    },
    {
      question: 'What will my bank statement say?',
      answer: (
        <>
          <span className="font-mono text-sm text-text">{statementDescriptor}</span>. Charges, refunds and
          renewals are governed by {salesTermsLaw} law. Please{' '}
          <Link to="/" hash="contact" className="text-link">
            contact support
          </Link>{' '}
          before filing a dispute with your bank.
        </>
      ),
    },
  ];
  return (
    <Section title="Before you subscribe" className="mt-16">
      <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 measure text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
