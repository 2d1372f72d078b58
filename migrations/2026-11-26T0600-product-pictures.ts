import { type Kysely, sql } from 'kysely';

// Pictures that an admin uploads: the cover of a product, and the pictures in its texts.
const statements = [
  `alter table uploads drop constraint uploads_purpose_check`,
  `alter table uploads add constraint uploads_purpose_check
     check (purpose in ('registration', 'kyc', 'product', 'session_video', 'captions', 'picture')) not valid`,
  `alter table uploads validate constraint uploads_purpose_check`,

  // Without an uploaded picture, a product's cover is generated from its id.
  `alter table products
     add column cover_upload_id uuid references uploads (id) on delete set null,
     add column cover_alt text`,
  `create index products_cover on products (cover_upload_id)`,

  // The pictures in a product's description and content. A copy of a product shares the original's pictures.
  `create table product_pictures (
    product_id integer not null references products (id) on delete cascade,
    upload_id uuid not null references uploads (id) on delete cascade,
    primary key (product_id, upload_id)
  )`,
  `create index product_pictures_upload on product_pictures (upload_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
