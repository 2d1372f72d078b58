import type { Database } from '../../../platform/db/schema.ts';

export type PersonalTable = {
  /** Describes the data to the user, in the copy of their data. */
  about: string;
  why: string;
  /** The column that names the person, of this table or of the one that `through` points to. */
  owner: {
    column: string;
    through?: { column: string; table: keyof Database };
    /** Rows written without logging in go as well when they hold the account's address; the copy leaves them out. */
    emailColumn?: string;
  };
  /** Columns of the copy, or why there are none. */
  exported: readonly string[] | { notBecause: string };
  onDeletion:
    | { rows: 'erased' }
    /** `cleared` columns become null. */
    | { rows: 'kept'; cleared: readonly string[]; because: string };
};

export type Register = Partial<Record<keyof Database, PersonalTable>>;
