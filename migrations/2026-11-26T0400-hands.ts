import { type Kysely, sql } from 'kysely';

// Poker hands. Amounts in `…_units` are 1/100 of the hand's own unit, never the academy's cents. A hand without an
// owner belongs to the academy. Opponents have no names: a seat is a number.
const statements = [
  `create table hands (
    id uuid primary key default gen_random_uuid(),
    owner_id uuid references users (id) on delete cascade,
    kind text not null check (kind in ('cash', 'tournament')),
    game text not null,
    -- Null: built in the hand builder, or made up by the academy.
    site text,
    currency text check (char_length(currency) = 3),
    small_units bigint not null check (small_units >= 0),
    big_units bigint not null check (big_units > 0),
    seat_count smallint not null check (seat_count between 2 and 10),
    hero_position text,
    hero_cards text,
    played_on date,
    pot_units bigint not null check (pot_units >= 0),
    hero_net_units bigint,
    -- The hand in one line: position, cards, stack, stakes and actions.
    line text not null check (char_length(line) <= 2000),
    model jsonb not null,
    model_version smallint not null,
    reader_version smallint,
    -- The anonymized text: without names, chat, and the numbers of hand and table.
    source_text text check (octet_length(source_text) <= 20480),
    -- Recognizes the same hand when it is pasted again, without storing its number.
    hand_key text,
    -- odd: the text contradicts itself or the rules of poker, as listed in the next column.
    verdict text not null check (verdict in ('sound', 'odd')),
    oddities text[] not null default '{}',
    title text check (char_length(title) between 1 and 120),
    note text not null default '' check (char_length(note) <= 5000),
    starred boolean not null default false,
    show_stakes boolean not null default false,
    is_public boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (owner_id is null or not is_public),
    unique (owner_id, hand_key)
  )`,
  `create index hands_newest on hands (owner_id, created_at desc, id desc)`,
  `create index hands_starred on hands (owner_id, created_at desc, id desc) where starred`,

  // A student's note on one action of a hand.
  `create table hand_notes (
    hand_id uuid not null references hands (id) on delete cascade,
    at_action smallint not null check (at_action between 0 and 400),
    text text not null check (char_length(text) between 1 and 2000),
    updated_at timestamptz not null default now(),
    primary key (hand_id, at_action)
  )`,

  // The student's own label for the player in a seat.
  `create table hand_labels (
    hand_id uuid not null references hands (id) on delete cascade,
    seat smallint not null check (seat between 1 and 10),
    label text not null check (char_length(label) between 1 and 40),
    primary key (hand_id, seat)
  )`,

  // The link's token is not stored, only its hash.
  `create table hand_shares (
    id uuid primary key default gen_random_uuid(),
    hand_id uuid not null references hands (id) on delete cascade,
    token_hash text not null unique,
    -- guess: the link shows the hand only up to the hero's next decision.
    mode text not null check (mode in ('open', 'guess')),
    opens integer not null default 0 check (opens >= 0),
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
  `create index hand_shares_hand on hand_shares (hand_id)`,

  // Hands linked to a second of a session, or to a page of a product's PDF or of a coaching plan.
  `create table hand_links (
    id uuid primary key default gen_random_uuid(),
    hand_id uuid not null references hands (id) on delete cascade,
    product_id integer references products (id) on delete cascade,
    pdf_number integer check (pdf_number between 1 and 10),
    at_seconds integer check (at_seconds >= 0),
    page integer check (page >= 1),
    -- The action that the replayer shows first; null: the start of the hand.
    at_action smallint check (at_action between 0 and 400),
    caption text not null default '' check (char_length(caption) <= 120),
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null default now(),
    check (num_nonnulls(product_id, pdf_number) = 1),
    check (num_nonnulls(at_seconds, page) = 1),
    check (pdf_number is null or page is not null)
  )`,
  `create index hand_links_hand on hand_links (hand_id)`,
  `create index hand_links_product on hand_links (product_id, at_seconds, page)`,
  `create index hand_links_plan on hand_links (pdf_number, page)`,
  `create index hand_links_author on hand_links (created_by)`,

  `alter table session_notes add column hand_id uuid references hands (id) on delete set null`,
  `create index session_notes_hand on session_notes (hand_id)`,

  // Hand histories that no parser can read. Students sent them so that a parser can be extended. They contain no names,
  // and do not record who sent them.
  `create table unread_hands (
    id uuid primary key default gen_random_uuid(),
    site text,
    reader_version smallint not null,
    code text not null,
    line integer not null check (line >= 0),
    text text not null check (octet_length(text) <= 20480),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index unread_hands_newest on unread_hands (created_at desc, id desc)`,
  `create index unread_hands_expired on unread_hands (expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
