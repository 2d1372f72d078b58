import { useState } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

/** How the account is protected (S2 §2). */
export function SecurityCard({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
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
      <div className="mt-4 flex flex-col gap-2">
        <Button
          variant="secondary"
          onClick={() => {
            setOpenings(openings + 1);
            setOpen(true);
          }}
        >
          Change Password
        </Button>
      </div>
      <ChangePasswordDialog key={openings} user={user} open={open} onClose={() => setOpen(false)} />
    </Card>
  );
}
