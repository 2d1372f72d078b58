/** The name shown for deleted accounts. */
export const deletedUser = 'Deleted user';

/** Both names as one; empty if neither is set. */
export function fullName(firstName: string | null, lastName: string | null): string {
  return `${firstName ?? ''} ${lastName ?? ''}`.trim();
}
