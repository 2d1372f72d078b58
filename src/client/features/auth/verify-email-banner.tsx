import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageStrip } from '../../ui/page-strip.tsx';

/** Asks for the verification of the user's email address. */
export function VerifyEmailBanner({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const { isPending, isSuccess, failure, run } = useAction(
    trpc.security.requestEmailVerification.useMutation({
      // The address may have been verified on another device in the meantime.
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
