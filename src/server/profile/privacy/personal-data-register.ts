import type { Database } from '../../platform/db/schema.ts';
import { accessData } from './register/access-data.ts';
import { contactData } from './register/contact-data.ts';
import { identityData } from './register/identity-data.ts';
import { learningData } from './register/learning-data.ts';
import { paymentData } from './register/payment-data.ts';
import type { PersonalTable, Register } from './register/personal-table.ts';
import { staffData } from './register/staff-data.ts';

/**
 * Every table that knows people. Both the copy of somebody's data and the deletion of an account work through
 * this list, in this order; a test compares it with the database.
 */
export const personalDataRegister: Register = {
  ...identityData,
  ...paymentData,
  ...learningData,
  ...contactData,
  ...accessData,
  ...staffData,
};

/** The entries with their tables, in the order in which they are worked through. */
export const registeredTables = Object.entries(personalDataRegister) as [keyof Database, PersonalTable][];

/** Rate limits are counted by lower-case email or by id in their key, and belong to nobody by a column. */
export const tablesWithoutOwner = ['rate_limits', 'lasting_rate_limits'] as const;
