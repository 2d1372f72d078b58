import { type RawBuilder, sql } from 'kysely';
import { containing } from '../platform/db/like-pattern.ts';

/**
 * Whether the name in an application, or the email of its account, contains this text. The query that uses the
 * condition must select from `kyc_applications as application`.
 */
export function nameOrEmailContains(q: string): RawBuilder<boolean> {
  const part = containing(q);
  // Each part of the union can use a trigram index. The index of `users` is on the concatenation of name and email, so
  // the second part searches both, and then checks that the email alone contains the text.
  return sql<boolean>`application.id = any(array(
    select named.id from kyc_applications named
      where lower(named.first_name || ' ' || named.last_name) like ${part}
    union select of_user.id from users addressed
      join kyc_applications of_user on of_user.user_id = addressed.id
      where addressed.deleted_at is null
        and lower(addressed.first_name || ' ' || addressed.last_name || ' ' || addressed.email) like ${part}
        and lower(addressed.email) like ${part}))`;
}
