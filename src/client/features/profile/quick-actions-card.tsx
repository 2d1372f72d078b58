import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataExportAction } from './data-export-action.tsx';
import { DeleteAccountAction } from './delete-account-action.tsx';

/** The way to the identity review, and the two rights over one's own data. */
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
        <Link to="/billing" className={buttonClass('secondary')}>
          Plan and payments
        </Link>
        <DataExportAction email={email} />
        <DeleteAccountAction email={email} />
      </div>
    </Card>
  );
}
