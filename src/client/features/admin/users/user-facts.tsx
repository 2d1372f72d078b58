import type { ReactNode } from 'react';
import type { UserPage } from '../../../../shared/admin/admin-users.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Section } from '../../../ui/page.tsx';
import { showToast } from '../../../ui/toast.tsx';

type Account = UserPage['account'];

/** A user's contact details, security and activity. */
export function UserFacts({ account }: { account: Account }) {
  return (
    <Section title="Profile">
      <DescriptionList
        items={facts(account).flatMap(([term, detail]) => (detail ? [{ term, detail }] : []))}
      />
      <p className="mt-3 -ml-3 flex flex-wrap gap-2">
        <CopyButton text={account.id}>Copy user id</CopyButton>
        {account.stripeCustomerId !== null && (
          <CopyButton text={account.stripeCustomerId}>Copy Stripe customer</CopyButton>
        )}
      </p>
    </Section>
  );
}

function facts(account: Account): [string, string | null][] {
  const addressParts = [account.address, account.postalCode, account.city, account.state, account.country];
  return [
    ['Joined', formatDateTime(account.createdAt)],
    ['Last seen', account.lastSeenAt === null ? 'Never' : formatDateTime(account.lastSeenAt)],
    ['Email address', `${account.email}, ${account.emailVerified ? 'verified' : 'not verified'}`],
    ['Two-factor', account.twoFactorEnabled ? 'On' : 'Off'],
    ['Logged in on', countText(account.sessions, 'device')],
    ['Suspended since', account.suspendedAt && formatDateTime(account.suspendedAt)],
    ['Born', account.dateOfBirth && formatDate(account.dateOfBirth)],
    ['Phone', account.phoneNumber],
    ['Address', addressParts.filter(Boolean).join(', ')],
    ['Time zone', account.timeZone],
  ];
}

/** Copies an id that is too long to be shown in the list. */
function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Copied', description: text, tone: 'success' });
    } catch {
      // The browser may deny access to the clipboard. The text can be selected in the message.
      showToast({ title: 'Copy it from here', description: text, tone: 'danger' });
    }
  }
  return (
    <Button variant="quiet" size="small" title={text} onClick={() => void copy()}>
      {children}
    </Button>
  );
}
