import { useEffect, useState } from 'react';
import { commonPasswordHash } from '../../../shared/auth/common-passwords.ts';
import { passwordStrength } from '../../../shared/auth/password-strength.ts';
import { limits } from '../../../shared/limits.ts';
import { trpc } from '../../trpc.ts';
import { classNames } from '../../ui/class-names.ts';
import { PasswordField, type PasswordFieldProps } from '../../ui/text-field.tsx';

const tones = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const;
const cells = [1, 2, 3, 4] as const;

export type NewPasswordFieldProps = Omit<PasswordFieldProps, 'value'> & {
  value: string;
  /** The user's own data, such as email and names, which a password should not contain. */
  own?: readonly string[];
};

/** A field for a new password, with a strength meter that advises but does not reject. */
export function NewPasswordField({ value, own, className, ...field }: NewPasswordFieldProps) {
  const isCommon = useIsCommonPassword(value);
  const strength = value === '' ? undefined : passwordStrength(value, own, isCommon);
  return (
    <div className={classNames('min-w-0', className)}>
      <PasswordField
        hint={`At least ${limits.passwordMinLength} characters`}
        {...field}
        value={value}
        autoComplete="new-password"
      />
      <div className={classNames('mt-2', !strength && 'sr-only')}>
        {strength && (
          <div aria-hidden="true" className="grid grid-cols-4 gap-1">
            {cells.map((cell) => (
              <span
                key={cell}
                className={classNames(
                  'h-1.5 rounded-full',
                  cell <= Math.max(strength.score, 1) ? tones[strength.score] : 'bg-sunken',
                )}
              />
            ))}
          </div>
        )}
        <p aria-live="polite" className="mt-1 text-sm text-muted">
          {strength && `Strength: ${strength.label}. ${strength.advice ?? ''}`.trim()}
        </p>
      </div>
    </div>
  );
}

const typingPauseMs = 250;

/** Whether the server's list of common passwords contains this password; false until the server has responded. */
function useIsCommonPassword(password: string): boolean {
  const [hashed, setHashed] = useState({ password: '', hash: '' });
  const { prefixLength } = commonPasswordHash;
  const beginning = hashed.hash.slice(0, prefixLength);
  const { data } = trpc.security.commonPasswords.useQuery({ beginning }, { enabled: hashed.hash !== '' });
  useEffect(() => {
    // Browsers provide hashing only on https and localhost. Without hashing, the meter uses only its own rules.
    if (password === '' || !globalThis.crypto?.subtle) return;
    const timer = setTimeout(() => {
      hashOf(password).then(
        (hash) => setHashed({ password, hash }),
        () => undefined,
      );
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [password]);
  return hashed.password === password && data?.includes(hashed.hash.slice(prefixLength)) === true;
}

async function hashOf(password: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password.toLowerCase()));
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, commonPasswordHash.length);
}
