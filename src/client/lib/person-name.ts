import { fullName } from '../../shared/person-name.ts';

type Person = { firstName: string; lastName: string; email: string };

/** What a person is called in lists; who has emptied both names goes by the email. */
export function personName({ firstName, lastName, email }: Person): string {
  return fullName(firstName, lastName) || email;
}
