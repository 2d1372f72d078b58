import { accountName } from '../../../shared/person-name.ts';

export type NameColumns<Who extends string> = Record<
  `${Who}_${'first_name' | 'last_name' | 'email' | 'deleted_at'}`,
  string | null
>;

/**
 * The columns of a joined account that make up its name.
 * @param table - the name or alias of `users` in the query
 * @param who - the beginning of the selected names, such as `actor` for `actor_first_name`
 */
export function nameColumns<Table extends string, Who extends string>(table: Table, who: Who) {
  return [
    `${table}.first_name as ${who}_first_name`,
    `${table}.last_name as ${who}_last_name`,
    `${table}.email as ${who}_email`,
    `${table}.deleted_at as ${who}_deleted_at`,
  ] as const;
}

/** The name of the account in the columns that begin with `who`. */
export function joinedName<Who extends string>(row: NameColumns<Who>, who: Who): string {
  return accountName({
    first_name: row[`${who}_first_name` as const],
    last_name: row[`${who}_last_name` as const],
    email: row[`${who}_email` as const],
    deleted_at: row[`${who}_deleted_at` as const],
  });
}
