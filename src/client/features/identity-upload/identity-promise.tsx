import { Link } from '@tanstack/react-router';
import { reviewTimeText } from '../../../shared/site-settings.ts';
import { countText } from '../../lib/count-text.ts';
import { useSiteSettings } from '../settings/use-site-settings.ts';

/** Shown next to each identity document upload: why it is needed, who sees it, and when it is erased. */
export function IdentityPromise() {
  const settings = useSiteSettings();
  const { companyName, academyName, documentRetentionDays } = settings;
  return (
    <aside
      aria-label="What happens to your document"
      className="rounded-control border border-border bg-sunken p-4 text-sm sm:col-span-2"
    >
      <p className="font-semibold">What happens to your document</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>
          <strong className="font-semibold text-text">Why:</strong> each student has one account, and must be
          old enough. The document shows your name and your age, and we use it for nothing else.
        </li>
        <li>
          <strong className="font-semibold text-text">Who:</strong> only the reviewers of{' '}
          {companyName || academyName} see it, and each access is recorded. They decide within{' '}
          <span className="whitespace-nowrap">{reviewTimeText(settings)}</span>.
        </li>
        <li>
          <strong className="font-semibold text-text">How:</strong> the file is encrypted as soon as it
          arrives, and erased {countText(documentRetentionDays, 'day')} after the decision.
        </li>
        <li>
          <strong className="font-semibold text-text">You may black out</strong> what we do not need: your
          social security or citizen number, your signature, the machine-readable lines at the bottom. We need
          your photo, name, date of birth, the document number and its expiry date.
        </li>
      </ul>
      <p className="mt-2">
        <Link
          to="/privacy-policy"
          hash="identity-documents"
          target="_blank"
          className="text-primary-text underline underline-offset-2 hover:no-underline"
        >
          Identity documents in the privacy policy
        </Link>
      </p>
    </aside>
  );
}
