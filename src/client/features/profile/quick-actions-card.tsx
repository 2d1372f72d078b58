import { Link } from '@tanstack/react-router';
import { useOpenings } from '../../lib/use-openings.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { DataExportAction } from './data-export-action.tsx';

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

export function QuickActionsCard({ email }: { email: string }) {
  return (
    <Card as="section" aria-labelledby="actions-title">
      <h2 id="actions-title" className="text-lg font-semibold">
        Quick Actions
      </h2>
      <div className="mt-4 flex flex-col gap-2">
        <Link to="/kyc" className={buttonClass('secondary')}>
          KYC Verification
        </Link>
        <Link to="/coaching" className={buttonClass('secondary')}>
          My Learning Library
        </Link>
        <Link to="/coaching-pdfs" className={buttonClass('secondary')}>
          Coaching Plans
        </Link>
        <Link to="/profile/brief" className={buttonClass('secondary')}>
          What a Coach Sees of You
        </Link>
        <Link to="/billing" className={buttonClass('secondary')}>
          Membership and payments
        </Link>
        <DataExportAction email={email} />
        <DeleteAccountAction email={email} />
      </div>
    </Card>
  );
}

function DeleteAccountAction({ email }: { email: string }) {
  const dialog = useOpenings();
  return (
    <>
      <Button variant="quietDanger" onClick={dialog.open}>
        Delete Account
      </Button>
      {dialog.count > 0 && (
        <DeleteAccountDialog key={dialog.count} email={email} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  );
}
