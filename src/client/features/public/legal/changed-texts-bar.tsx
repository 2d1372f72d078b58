import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { PendingText } from '../../../../shared/auth/consents.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { PageStrip } from '../../../ui/page-strip.tsx';
import { showFailure } from '../../../ui/toast.tsx';

const pages = {
  terms: { to: '/terms-of-service', name: 'Terms of Service' },
  privacy: { to: '/privacy-policy', name: 'Privacy Policy' },
} as const;

/** Asks users who accepted an earlier version to accept the changed texts. Shown until they do. */
export function ChangedTextsBar({ texts }: { texts: readonly PendingText[] }) {
  const utils = trpc.useUtils();
  const { isPending, run } = useAction(
    trpc.consents.accept.useMutation({
      onSuccess: () => utils.consents.pending.invalidate(),
      onError: showFailure('Your answer was not saved'),
    }),
  );
  return (
    <PageStrip label="Changed terms" tone="info" className="flex-wrap gap-y-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">
          Our {texts.map(({ text }) => pages[text].name).join(' and ')}{' '}
          {texts.some(({ text }) => text === 'terms') ? 'have' : 'has'} changed.
        </span>{' '}
        Read:{' '}
        {texts.map(({ text }, index) => (
          <Fragment key={text}>
            {index > 0 && ', '}
            <Link to={pages[text].to} className="text-link">
              {pages[text].name}
            </Link>
          </Fragment>
        ))}
      </p>
      <Button size="small" busy={isPending} busyLabel="Saving..." onClick={() => run({ texts: [...texts] })}>
        I accept
      </Button>
    </PageStrip>
  );
}
