import type { CurrentUser } from '../../../shared/auth/accounts.ts';

export type TwoFactorDialogProps = { user: CurrentUser; open: boolean; onClose: () => void };

/** Props of each step of the two-factor dialog. */
export type TwoFactorStep = TwoFactorDialogProps & { onRecoveryCodes: (codes: string[]) => void };
