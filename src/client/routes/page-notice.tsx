import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { SignedInUser } from '../../shared/auth/accounts.ts';
import type { Announcement } from '../../shared/messages/announcements.ts';
import type { MySubscription } from '../../shared/payments/billing.ts';
import { ImpersonationBar } from '../features/navigation/impersonation-bar.tsx';
import { unpaidAccessText } from '../features/payments/past-due-text.ts';
import { ChangedTextsBar } from '../features/public/legal/changed-texts-bar.tsx';
import { browserStorage } from '../lib/browser-storage.ts';
import { assignDraftsTo } from '../lib/draft-owner.ts';
import { updatedByStaff } from '../lib/query-freshness.ts';
import { useAction } from '../lib/use-action.ts';
import { trpc } from '../trpc.ts';
import { AnnouncementStrip, announcementLinkClass } from '../ui/announcement-strip.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ClosedPage } from '../ui/closed-page.tsx';
import { PageStrip } from '../ui/page-strip.tsx';

export type PageNoticeProps = {
  user: SignedInUser | null;
  announcement: Announcement | null | undefined;
  path: string;
};

/** The notice at the bottom of each page. Only the most urgent one is shown. */
export function PageNotice({ user, announcement, path }: PageNoticeProps) {
  const { shown, dismiss } = useDismissal(announcement);
  // An admin's drafts must not be assigned to the student whom the admin impersonates.
  const owner = user?.viewingUntil === undefined ? user : null;
  const ownerId = owner?.id;
  useEffect(() => {
    if (ownerId !== undefined) assignDraftsTo(ownerId);
  }, [ownerId]);
  const mayBeUnpaid = owner !== null && (owner.subscriptionPlan !== 'free' || owner.isPastDue === true);
  const { data: subscription } = trpc.payments.mySubscription.useQuery(undefined, { enabled: mayBeUnpaid });
  const { data: changed } = trpc.consents.pending.useQuery(undefined, {
    enabled: owner !== null,
    ...updatedByStaff,
  });
  if (user?.viewingSecondsLeft !== undefined)
    return <ImpersonationBar user={user} secondsLeft={user.viewingSecondsLeft} />;
  if (user && changed && changed.length > 0) return <ChangedTextsBar texts={changed} />;
  const isUnpaid = mayBeUnpaid && Boolean(subscription?.pastDueSince) && !subscription?.awaitsDebit;
  if (subscription && isUnpaid && path !== '/billing') return <PastDueBanner subscription={subscription} />;
  if (shown) return <AnnouncementBar announcement={shown} onDismiss={dismiss} />;
  if (user && !user.emailVerified && path !== '/verify-email')
    return <VerifyEmailBanner email={user.email} />;
  return null;
}

/**
 * Identity documents, payments, account settings and the admin area, whose requests the server rejects during
 * impersonation.
 */
const closedPages = /^\/(kyc|profile|billing|subscription-plans|payment-success|payment-error|admin)(\/|$)/;

/** A page during impersonation: as the student sees it, or why it is closed. */
export function ImpersonatedPage({ path, children }: { path: string; children: ReactNode }) {
  if (!closedPages.test(path)) return <>{children}</>;
  return (
    <ClosedPage
      title="This page stays closed"
      actions={
        <Link to="/coaching" className={buttonClass('secondary')}>
          Open the student’s library
        </Link>
      }
    >
      While you view the academy as a student, the student’s identity documents, payments and account settings
      are not shown. Stop viewing to go back to your own pages.
    </ClosedPage>
  );
}

/** Shown while a renewal is unpaid, but not on /billing. */
function PastDueBanner({ subscription }: { subscription: MySubscription }) {
  const { needsConfirmation } = subscription;
  return (
    <PageStrip label="Payment failed" tone="danger">
      <p className="min-w-0">
        <span className="font-semibold">
          {needsConfirmation ? 'Your bank asks you to confirm a payment.' : 'Your last payment failed.'}
        </span>{' '}
        <span className="max-sm:sr-only">{unpaidAccessText(subscription)}</span>
      </p>
      <Link to="/billing" className={buttonClass('secondary', 'small')}>
        {needsConfirmation ? 'Confirm payment' : 'Update card'}
      </Link>
    </PageStrip>
  );
}

const dismissedKey = 'dismissed-announcement';

/** Identifies an announcement and its version, so that a changed announcement counts as a new one. */
const versionKeyOf = ({ id, version }: Announcement) => `${id} ${version}`;

/** The announcement that this browser still has to show, if any. */
function useDismissal(announcement: Announcement | null | undefined) {
  // Without storage, as in some private windows, the announcement appears again after a reload.
  const [dismissed, setDismissed] = useState<string>();
  const key = announcement ? versionKeyOf(announcement) : undefined;
  const isDismissed = key === dismissed || key === browserStorage.read(dismissedKey);
  return {
    shown: isDismissed ? undefined : announcement,
    dismiss() {
      setDismissed(key);
      browserStorage.write(dismissedKey, key);
    },
  };
}

function AnnouncementBar({ announcement, onDismiss }: { announcement: Announcement; onDismiss: () => void }) {
  const { tone, message, link } = announcement;
  return (
    <AnnouncementStrip
      tone={tone}
      message={message}
      link={
        link && (
          <a href={link.path} className={announcementLinkClass}>
            {link.label}
          </a>
        )
      }
      onDismiss={onDismiss}
    />
  );
}

/** Asks for the verification of the user's email address. */
function VerifyEmailBanner({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const { isPending, isSuccess, failure, run } = useAction(
    trpc.security.requestEmailVerification.useMutation({
      // The email may have been verified on another device in the meantime.
      onSuccess: () => utils.auth.me.invalidate(),
    }),
  );

  return (
    <PageStrip label="Email verification" tone="warning">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">Please verify your email.</span>{' '}
        {/* On phones the text is hidden until there is a result, to save space. */}
        <span role="status" className={classNames(!failure && !isSuccess && 'max-sm:sr-only')}>
          {failure?.message ??
            (isSuccess ? `A new link is on its way to ${email}.` : `Open the link that we send to ${email}.`)}
        </span>
      </p>
      <Button variant="secondary" size="small" busy={isPending} busyLabel="Sending..." onClick={() => run()}>
        Send me a link
      </Button>
    </PageStrip>
  );
}
