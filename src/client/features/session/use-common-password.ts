import { useEffect, useState } from 'react';
import { commonPasswordHash } from '../../../shared/auth/common-passwords.ts';
import { trpc } from '../../trpc.ts';

const typingPauseMs = 250;

/** Whether a published breach has this password; false until the server has said so. */
export function useIsCommonPassword(password: string): boolean {
  const [hashed, setHashed] = useState({ password: '', hash: '' });
  const { asked } = commonPasswordHash;
  const beginning = hashed.hash.slice(0, asked);
  const { data } = trpc.security.commonPasswords.useQuery(
    { beginning },
    { enabled: hashed.hash !== '', staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  useEffect(() => {
    // Browsers hash on https and on this machine only. The meter then goes by what it sees.
    if (password === '' || !globalThis.crypto?.subtle) return;
    const timer = setTimeout(() => {
      hashOf(password).then(
        (hash) => setHashed({ password, hash }),
        () => undefined,
      );
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [password]);
  return hashed.password === password && data?.includes(hashed.hash.slice(asked)) === true;
}

async function hashOf(password: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password.toLowerCase()));
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, commonPasswordHash.length);
}
