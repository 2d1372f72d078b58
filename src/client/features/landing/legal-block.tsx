/** The six statements of S1 §1; New Jersey law is about sales, the legal pages have their own (D-17). */
const statements = [
  {
    term: 'Your statement',
    text: 'Charges appear on your card statement under a short descriptor of the academy.',
  },
  {
    term: 'Refunds',
    text: 'First-time purchases can be refunded within 30 days.',
  },
  {
    term: 'Renewals',
    text: 'A renewal of a subscription is non-refundable once it has been charged.',
  },
  {
    term: 'Law',
    text: 'These terms are governed by the law of New Jersey.',
  },
  {
    term: 'Education only',
    text: 'Coaching is educational. It is not tied to real-money gambling of any kind.',
  },
  {
    term: 'Disputes',
    text: 'Please contact support before you file a dispute with your bank; most things are settled by a message.',
  },
];

export function LegalBlock() {
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
          <p className="mt-2 measure text-muted">Six sentences that hold for every purchase.</p>
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
