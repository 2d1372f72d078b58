import type { Database } from '../../platform/db/schema.ts';
import { accessData } from './register/access-data.ts';
import { coachingData } from './register/coaching-data.ts';
import { contactData } from './register/contact-data.ts';
import { dailyData } from './register/daily-data.ts';
import { drillData } from './register/drill-data.ts';
import { handData } from './register/hand-data.ts';
import { identityData } from './register/identity-data.ts';
import { learningData } from './register/learning-data.ts';
import { paymentData } from './register/payment-data.ts';
import type { PersonalTable, Register } from './register/personal-table.ts';
import { rangeData } from './register/range-data.ts';
import { staffData } from './register/staff-data.ts';

/**
 * Every table with personal data except `tablesWithoutOwner`. Data export and account deletion process the tables in
 * this order; a test compares the list with the database.
 */
export const personalDataRegister: Register = {
  ...identityData,
  ...paymentData,
  ...learningData,
  ...drillData,
  ...coachingData,
  ...dailyData,
  ...rangeData,
  ...handData,
  ...contactData,
  ...accessData,
  ...staffData,
};

export const registeredTables = Object.entries(personalDataRegister) as [keyof Database, PersonalTable][];

/**
 * Keys of rate limits can contain an email in lowercase, a user id or an IP address; the tables have no owner column.
 */
export const tablesWithoutOwner = ['rate_limits', 'lasting_rate_limits'] as const;
