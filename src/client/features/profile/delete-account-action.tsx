import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Delete Account. */
export function DeleteAccountAction({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <Button
        variant="quiet"
        className="text-danger!"
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Delete Account
      </Button>
      <DeleteAccountDialog key={openings} email={email} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
