import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { formatDate } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';

/** Who this is: initials, name, role, and since when. */
export function ProfileHeader({ user }: { user: CurrentUser }) {
  const { firstName, lastName, profileImageUrl, role, createdAt } = user;
  return (
    <header className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar firstName={firstName} lastName={lastName} imageUrl={profileImageUrl} size="large" />
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="text-2xl font-bold wrap-anywhere sm:text-3xl">
          {`${firstName} ${lastName}`.trim() || 'Your profile'}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Badge tone={role === 'admin' ? 'accent' : 'primary'}>{(role || 'user').toUpperCase()}</Badge>
          <Badge tone="success">Active Member</Badge>
          <span className="text-sm text-muted">Member since {formatDate(createdAt) || 'Recently'}</span>
        </div>
      </div>
    </header>
  );
}
