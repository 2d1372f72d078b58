import { Link } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import type { TextVersion } from '../../../../shared/auth/consents.ts';
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
export function ChangedTextsBar({ texts }: { texts: readonly TextVersion[] }) {
  const utils = trpc.useUtils();
  const versions = texts.map(({ version }) => version).join();
  // The pages of the texts must show the versions that the button accepts, not earlier ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a version changes
  useEffect(() => {
    void utils.settings.legalText.invalidate();
  }, [versions]);
  const { isPending, run } = useAction(
    trpc.consents.accept.useMutation({
      onSuccess: () => utils.consents.pending.invalidate(),
      onError(error) {
        showFailure('Your answer was not saved')(error);
        // A text may have changed again.
        return utils.consents.pending.invalidate();
      },
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
