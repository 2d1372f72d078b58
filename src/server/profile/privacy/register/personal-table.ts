import type { Database } from '../../../platform/db/schema.ts';

export type PersonalTable = {
  /** Describes the data to the user in their data export. */
  about: string;
  /** Why the academy stores the data. Shown to the user in their data export, like `about`. */
  why: string;
  /** The column with the user's id, in this table or in the table that `through` refers to. */
  owner: {
    column: string;
    through?: { column: string; table: keyof Database };
    /**
     * Column with an email. Deletion also erases rows with the account's verified email and no user id; the export
     * omits them.
     */
    emailColumn?: string;
  };
  /** The exported columns, or the reason why there are none. */
  exported: readonly string[] | { excludedBecause: string };
  /** Rows that the export omits, because they name other people. */
  omitted?: { column: string; value: string };
  /**
   * Rows about the user that others caused. The export lists them in a section of their own, without naming who caused
   * them.
   */
  byOthers?: { column: string; about: string; why: string; exported: readonly string[] };
  /** Rows in which the user, as a coach, wrote to others. The export lists them in a section of their own. */
  written?: { column: string; about: string; why: string; exported: readonly string[] };
  onDeletion:
    | { rows: 'erased' }
    /** The `cleared` columns are set to null. */
    | { rows: 'retained'; cleared: readonly string[]; because: string };
};

export type Register = Partial<Record<keyof Database, PersonalTable>>;
