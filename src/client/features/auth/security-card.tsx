import { useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AcademyViews } from './academy-views.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { RecentSignIns } from './recent-sign-ins.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

type OpenDialog = 'password' | 'two-factor';

/** How the account is protected, where it is signed in, and who tried. */
export function SecurityCard({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState<OpenDialog>();
  const [openings, setOpenings] = useState(0);
  const show = (dialog: OpenDialog) => {
    setOpenings(openings + 1);
    setOpen(dialog);
  };
  const close = () => setOpen(undefined);
  return (
    <Card as="section" aria-labelledby="security-title">
      <h2 id="security-title" className="text-lg font-semibold">
        Security
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <span className="text-muted">E-mail</span>
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
        <Button variant="secondary" onClick={() => show('password')}>
          Change Password
        </Button>
        <Button variant="secondary" onClick={() => show('two-factor')}>
          Two-Factor Setup
        </Button>
      </div>
      <SignedInDevices />
      <RecentSignIns />
      <AcademyViews />
      <ChangePasswordDialog
        key={`password-${openings}`}
        user={user}
        open={open === 'password'}
        onClose={close}
      />
      <TwoFactorDialog
        key={`two-factor-${openings}`}
        user={user}
        open={open === 'two-factor'}
        onClose={close}
      />
    </Card>
  );
}
