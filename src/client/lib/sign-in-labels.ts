import type { SignInMethod, SignInOutcome } from '../../shared/auth/sign-in-security.ts';

export const signInOutcomeLabels: Record<SignInOutcome, { label: string; tone: 'success' | 'danger' }> = {
  signed_in: { label: 'Logged in', tone: 'success' },
  registered: { label: 'Account created', tone: 'success' },
  wrong_password: { label: 'Wrong password', tone: 'danger' },
  wrong_code: { label: 'Wrong code', tone: 'danger' },
  refused: { label: 'Rejected', tone: 'danger' },
  unknown_account: { label: 'Rejected', tone: 'danger' },
};

export const signInMethodLabels: Record<SignInMethod, string> = {
  password: 'password',
  totp: 'password and code',
  recovery_code: 'password and recovery code',
};
