import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useOpenings } from '../../lib/use-openings.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { RecentSignIns } from './recent-sign-ins.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';

const ChangePasswordDialog = lazyDialog(
  async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
);
const TwoFactorDialog = lazyDialog(async () => (await import('./two-factor-dialog.tsx')).TwoFactorDialog);

/** The security of the account: email and two-factor status, devices, recent logins, and impersonations by admins. */
export function SecurityCard({ user }: { user: CurrentUser }) {
  const password = useOpenings();
  const twoFactor = useOpenings();
  return (
    <Card
      as="section"
      id="security"
      tabIndex={-1}
      aria-labelledby="security-title"
      className="scroll-mt-20 focus-visible:outline-none"
    >
      <h2 id="security-title" className="text-lg font-semibold">
        Security
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <span className="text-muted">Email</span>
        <Badge tone={user.emailVerified ? 'success' : 'warning'}>
          {user.emailVerified ? 'Verified' : 'Not verified'}
        </Badge>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <span className="text-muted">Two-factor</span>
        <Badge tone={user.twoFactorEnabled ? 'success' : 'neutral'}>
          {user.twoFactorEnabled ? 'On' : 'Off'}
        </Badge>
      </div>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row">
        <Button variant="secondary" onClick={password.open}>
          Change Password
        </Button>
        <Button variant="secondary" onClick={twoFactor.open}>
          Two-Factor Setup
        </Button>
      </div>
      <SignedInDevices />
      <RecentSignIns />
      <Impersonations />
      {password.count > 0 && (
        <ChangePasswordDialog
          key={password.count}
          user={user}
          open={password.isOpen}
          onClose={password.close}
        />
      )}
      {twoFactor.count > 0 && (
        <TwoFactorDialog
          key={twoFactor.count}
          user={user}
          open={twoFactor.isOpen}
          onClose={twoFactor.close}
        />
      )}
    </Card>
  );
}

/** The times at which an admin impersonated this user. Most users have none. */
function Impersonations() {
  const views = trpc.impersonation.mine.useQuery();
  if (!views.data || views.data.length === 0) return null;
  return (
    <section aria-labelledby="academy-views-title" className="mt-4 border-t border-border pt-4">
      <h3 id="academy-views-title" className="font-semibold">
        Viewed by the academy
      </h3>
      <p className="mt-1 text-sm text-muted">
        To help you, an admin saw your pages for a few minutes. They could change nothing, and saw neither
        your identity documents nor your payments.
      </p>
      <ul className="mt-1 divide-y divide-border text-sm">
        {views.data.map(({ id, startedAt }) => (
          <li key={id} className="py-2 font-semibold tabular">
            {formatDateTime(startedAt)}
          </li>
        ))}
      </ul>
    </section>
  );
}
