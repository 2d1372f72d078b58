/** The name shown for deleted accounts. */
export const deletedUser = 'Deleted user';

/** Both names as one; empty if neither is set. */
export function fullName(firstName: string | null, lastName: string | null): string {
  return `${firstName ?? ''} ${lastName ?? ''}`.trim();
}

type Account = {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  deleted_at?: string | null;
};

/** The current name, or the email of an account without a name; a fixed text for a deleted account. */
export function accountName({ first_name, last_name, email, deleted_at = null }: Account): string {
  if (email === null || deleted_at !== null) return deletedUser;
  return fullName(first_name, last_name) || email;
}
