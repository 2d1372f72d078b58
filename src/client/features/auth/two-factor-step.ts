import type { CurrentUser } from '../../../shared/auth/accounts.ts';

export type TwoFactorDialogProps = { user: CurrentUser; open: boolean; onClose: () => void };

/** What each step of the two-factor dialog is given. */
export type TwoFactorStep = TwoFactorDialogProps & { onRecoveryCodes: (codes: string[]) => void };
