import { useState } from 'react';
import { classNames } from './class-names.ts';

export type AvatarProps = {
  firstName?: string | null;
  lastName?: string | null;
  imageUrl?: string | null;
  size?: 'small' | 'medium' | 'large';
  className?: string;
};

const sizes = { small: 'size-9 text-sm', medium: 'size-11 text-base', large: 'size-20 text-2xl' };

/** The first letter, digit or emoji. */
const initial = /[\p{L}\p{N}\p{ExtPict}]/u;

/** The initials of the first and the last name; U if neither name has one. */
export function initials(firstName?: string | null, lastName?: string | null): string {
  const letters = [firstName, lastName].map((name) => initial.exec(name ?? '')?.[0] ?? '').join('');
  return letters.toUpperCase() || 'U';
}

/** Shown beside the name, so it is decorative for screen readers. A broken image falls back to the initials. */
export function Avatar({ firstName, lastName, imageUrl, size = 'medium', className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const look = classNames('shrink-0 rounded-full', sizes[size], className);
  if (imageUrl && imageUrl !== brokenUrl) {
    return (
      <img
        src={imageUrl}
        alt=""
        onError={() => setBrokenUrl(imageUrl)}
        className={classNames(look, 'object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        look,
        'inline-grid place-items-center bg-primary-soft font-semibold text-primary-text',
      )}
    >
      {initials(firstName, lastName)}
    </span>
  );
}
