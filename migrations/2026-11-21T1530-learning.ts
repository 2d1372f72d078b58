import { type Kysely, sql } from 'kysely';

// Which of a buyer's stamped PDFs are kept, and which PDFs cannot be stamped. What somebody starred.
const statements = [
  `alter table uploads add column stamp_problem text
     check (stamp_problem in ('too_large', 'protected', 'unreadable'))`,

  `create table stamped_files (
    user_id uuid not null references users (id) on delete cascade,
    upload_id uuid not null references uploads (id) on delete cascade,
    mark text not null check (mark ~ '^[0-9a-f]{64}$'),
    size_bytes bigint not null,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    primary key (user_id, upload_id)
  )`,
  `create index stamped_files_upload on stamped_files (upload_id)`,
  `create index stamped_files_used on stamped_files (used_at)`,

  // A session has no page; a PDF of a product and a coaching plan always have one.
  `create table bookmarks (
    id bigint generated always as identity primary key,
    user_id uuid not null references users (id) on delete cascade,
    product_id integer references products (id) on delete cascade,
    pdf_number integer check (pdf_number between 1 and 10),
    page integer check (page >= 1),
    created_at timestamptz not null default now(),
    check (num_nonnulls(product_id, pdf_number) = 1),
    check (pdf_number is null or page is not null),
    unique nulls not distinct (user_id, product_id, pdf_number, page)
  )`,
  `create index bookmarks_newest on bookmarks (user_id, created_at desc)`,
  `create index bookmarks_product on bookmarks (product_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
