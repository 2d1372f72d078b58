import { formFailure } from '../../lib/form-failure.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useHostedPage } from './use-hosted-page.ts';

export type PortalButtonProps = { children: string; variant?: ButtonVariant; size?: ButtonSize };

/** Leads to the payment provider's page for cards and invoices, which leads back to billing. */
export function PortalButton({ children, variant = 'secondary', size }: PortalButtonProps) {
  const { busy, failure, open } = useHostedPage();
  return (
    <>
      <Button
        variant={variant}
        {...(size && { size })}
        busy={busy}
        busyLabel="Opening..."
        onClick={() => open((client) => client.payments.billingPortal.mutate())}
      >
        {children}
      </Button>
      {failure && (
        <div className="w-full">
          <FormError title="The page could not be opened" {...formFailure(failure)} />
        </div>
      )}
    </>
  );
}
