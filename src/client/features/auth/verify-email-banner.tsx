import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

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
    <aside aria-label="Email verification" className="grid border-t border-warning bg-warning-soft">
      <div className="mx-auto flex w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-2 max-sm:text-sm sm:px-6">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">Please verify your email.</span>{' '}
          {/* On phones the text is hidden until there is a result, to save space. */}
          <span role="status" className={classNames(!failure && !isSuccess && 'max-sm:sr-only')}>
            {failure?.message ??
              (isSuccess
                ? `A new link is on its way to ${email}.`
                : `Open the link that we send to ${email}.`)}
          </span>
        </p>
        <Button
          variant="secondary"
          size="small"
          busy={isPending}
          busyLabel="Sending..."
          onClick={() => run()}
        >
          Send me a link
        </Button>
      </div>
    </aside>
  );
}
