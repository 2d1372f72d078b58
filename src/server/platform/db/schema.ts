import type { AccountTables } from './tables/account-tables.ts';
import type { CoachingTables } from './tables/coaching-tables.ts';
import type { DailyTables } from './tables/daily-tables.ts';
import type { DrillTables } from './tables/drill-tables.ts';
import type { FileTables } from './tables/file-tables.ts';
import type { HandTables } from './tables/hand-tables.ts';
import type { KycTables } from './tables/kyc-tables.ts';
import type { LearningTables } from './tables/learning-tables.ts';
import type { MessageTables } from './tables/message-tables.ts';
import type { PaymentTables } from './tables/payment-tables.ts';
import type { PlanTables } from './tables/plan-tables.ts';
import type { PrivacyTables } from './tables/privacy-tables.ts';
import type { PromotionTables } from './tables/promotion-tables.ts';
import type { RangeTables } from './tables/range-tables.ts';
import type { ShopTables } from './tables/shop-tables.ts';
import type { SystemTables } from './tables/system-tables.ts';

/** All tables and views. */
export type Database = AccountTables &
  FileTables &
  KycTables &
  ShopTables &
  PaymentTables &
  PlanTables &
  PromotionTables &
  LearningTables &
  HandTables &
  CoachingTables &
  DrillTables &
  DailyTables &
  RangeTables &
  MessageTables &
  PrivacyTables &
  SystemTables;
