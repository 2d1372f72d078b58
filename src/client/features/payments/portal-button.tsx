import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useBillingError } from './use-billing-change.ts';

export type PortalButtonProps = { children: string; variant?: ButtonVariant; size?: ButtonSize };

/** Opens the payment provider's portal for cards and invoices, which links back to the billing page. */
export function PortalButton({ children, variant = 'secondary', size }: PortalButtonProps) {
  const { isPending, failure, run } = useAction(
    trpc.payments.billingPortal.useMutation({ onError: useBillingError() }),
    { redirectTo: ({ url }) => url },
  );
  return (
    <>
      <Button
        variant={variant}
        {...(size && { size })}
        busy={isPending}
        busyLabel="Opening..."
        onClick={() => run()}
      >
        {children}
      </Button>
      {failure && (
        <div className="w-full">
          <FormError title="The page could not be opened" failure={failure} />
        </div>
      )}
    </>
  );
}
