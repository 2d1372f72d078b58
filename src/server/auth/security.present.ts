import type { SessionView, SignInView } from '../../shared/auth/sign-in-security.ts';
import { deviceLabels } from './device-label.ts';
import { maskAddress } from './network-address.ts';
import type { SignInRow } from './sign-ins.queries.ts';
import type { SessionRow } from './signed-in-devices.queries.ts';

/** Never the cookie's id, nor its hash. */
export function presentSession(row: SessionRow, currentId: string | undefined): SessionView {
  return {
    id: row.id,
    device: deviceLabels(row.sess.userAgent),
    address: maskAddress(row.sess.ip),
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    current: row.id === currentId,
  };
}

export function presentSignIn(row: SignInRow, address: 'masked' | 'whole'): SignInView {
  return {
    id: row.id,
    at: row.at,
    outcome: row.outcome,
    method: row.method,
    device: deviceLabels(row.userAgent),
    address: address === 'whole' ? (row.ip ?? '') : maskAddress(row.ip),
  };
}
