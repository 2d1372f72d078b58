import { fullName } from '../../shared/person-name.ts';

type Person = { firstName: string; lastName: string; email: string };

/** A user's name in lists; the email address when both names are empty. */
export function personName({ firstName, lastName, email }: Person): string {
  return fullName(firstName, lastName) || email;
}
