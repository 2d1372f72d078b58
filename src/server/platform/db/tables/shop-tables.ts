import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Difficulty, ProductType, PurchaseStatus, SubscriptionPlan } from '../../../../shared/enums.ts';
import type { DefaultTimestamp, NullableTimestamp } from './column-types.ts';

/** Every file that a product has had. */
type ProductFileVersionsTable = {
  id: Generated<string>;
  product_id: number;
  upload_id: string;
  number: number;
  added_by: string | null;
  added_at: DefaultTimestamp;
};

export type ProductsTable = {
  id: Generated<number>;
  type: ProductType;
  product_number: number;
  title: string;
  description: Generated<string>;
  difficulty: Generated<Difficulty>;
  price_cents: number;
  is_active: Generated<boolean>;
  is_free: Generated<boolean>;
  file_upload_id: string | null;
  video_url: string | null;
  /** The video as an uploaded file; takes precedence over `video_url`. */
  video_upload_id: string | null;
  /** WebVTT. */
  captions_upload_id: string | null;
  /** An uploaded picture; null if the cover is drawn from the product's id. */
  cover_upload_id: string | null;
  /** Alternative text of the cover. */
  cover_alt: string | null;
  /** Markdown. */
  content: string | null;
  category: string | null;
  estimated_duration: number | null;
  prerequisites: string | null;
  /** Who wrote or recorded it. */
  author: string | null;
  /** When the content was published, `YYYY-MM-DD`. */
  published_on: ColumnType<string | null, string | null | undefined, string | null | undefined>;
  /** What a student can do afterwards, one per line. */
  outcomes: string | null;
  /** Chapters, one per line. Without them, a PDF's own outline is shown. */
  contents: string | null;
  /** How many questions to the coach a purchase includes. */
  question_credits: Generated<number>;
  /** The idempotency key of the request that created the product; null if the request had none. */
  creation_key: string | null;
  /** Whether it has content that a buyer can open. Maintained by the database. */
  is_ready: ColumnType<boolean, never, never>;
  deleted_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

/** The pictures in a product's texts. */
type ProductPicturesTable = { product_id: number; upload_id: string };

export type CoachingPdfsTable = {
  id: Generated<string>;
  pdf_number: number;
  title: string;
  description: Generated<string>;
  difficulty: Generated<Difficulty>;
  required_plan: Exclude<SubscriptionPlan, 'custom'>;
  file_upload_id: string | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type PurchasesTable = {
  id: Generated<string>;
  user_id: string | null;
  product_id: number | null;
  product_type: ProductType;
  product_name: string;
  /** The price of the purchase, after the discount. */
  amount_cents: number;
  discount_cents: Generated<number>;
  promotion_code_id: string | null;
  currency: Generated<string>;
  /** How many questions to the coach it includes. */
  question_credits: Generated<number>;
  status: Generated<PurchaseStatus>;
  held_reason: string | null;
  /** Why an admin delivered a purchase on hold. */
  delivery_note: Generated<string | null>;
  /** When it was delivered after it had been on hold; otherwise null. */
  delivered_at: NullableTimestamp;
  refunded_cents: Generated<number>;
  payment_intent_id: string | null;
  /** The customer that Stripe created for this purchase only. */
  customer_id: string | null;
  checkout_session_id: string | null;
  checkout_url: string | null;
  checkout_expires_at: NullableTimestamp;
  purchased_at: NullableTimestamp;
  /** The version of the terms that was in force at the purchase. */
  policy_version: string | null;
  /** Set while its payment is disputed. */
  suspended_at: NullableTimestamp;
  /** When access to a completed purchase ended, by a partial refund or because the grant was revoked. */
  access_ended_at: NullableTimestamp;
  /** Whether it is completed, and neither suspended nor ended. Maintained by the database. */
  grants_access: ColumnType<boolean, never, never>;
  /** The admin who granted it; null if it was bought, and after that admin's account is deleted. */
  granted_by: string | null;
  /** Set for granted products. */
  grant_reason: string | null;
  revoke_reason: string | null;
  /** Whether the product had no content and the owner has not been notified yet that the content is available. */
  awaits_content: Generated<boolean>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

export type ShopTables = {
  products: ProductsTable;
  product_file_versions: ProductFileVersionsTable;
  product_pictures: ProductPicturesTable;
  coaching_pdfs: CoachingPdfsTable;
  purchases: PurchasesTable;
};

export type ProductRow = Selectable<ProductsTable>;
export type PurchaseRow = Selectable<PurchasesTable>;
