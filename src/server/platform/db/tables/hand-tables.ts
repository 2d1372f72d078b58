import type { ColumnType, Generated } from 'kysely';
import type { Hand, PokerSite } from '../../../../shared/poker/hand.ts';
import type { DefaultTimestamp, Json, NullableDay, NullableTimestamp, Timestamp } from './column-types.ts';

/** Columns whose names end in `_units` contain hundredths of the hand's unit, such as cents. */
export type HandsTable = {
  id: Generated<string>;
  /** Null for the academy's own hands. */
  owner_id: string | null;
  kind: Hand['kind'];
  game: Hand['game'];
  site: PokerSite | null;
  currency: string | null;
  small_units: number;
  big_units: number;
  seat_count: number;
  hero_position: string | null;
  hero_cards: string | null;
  played_on: NullableDay;
  pot_units: number;
  hero_net_units: number | null;
  /** The hand in one line: position, cards, stack, stakes and actions. */
  line: string;
  model: Json<Hand>;
  model_version: number;
  /**
   * The `parserVersion` that last parsed `source_text`. If that version failed, or if its result did not fit the hand's
   * notes, labels and questions, the other columns contain the result of an earlier version.
   */
  reader_version: number | null;
  source_text: string | null;
  /** Recognizes the same hand when it is pasted again. */
  hand_key: string | null;
  /** `odd`: the hand history contradicts itself or the rules of poker; `oddities` lists the contradictions. */
  verdict: 'sound' | 'odd';
  oddities: ColumnType<string[], string[] | undefined, string[]>;
  title: string | null;
  note: Generated<string>;
  starred: Generated<boolean>;
  show_stakes: Generated<boolean>;
  is_public: Generated<boolean>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
};

type HandNotesTable = {
  hand_id: string;
  at_action: number;
  text: string;
  updated_at: DefaultTimestamp;
};

type HandLabelsTable = { hand_id: string; seat: number; label: string };

type HandSharesTable = {
  id: Generated<string>;
  hand_id: string;
  token_hash: string;
  /** `guess`: the link shows the hand only up to the hero's next decision. */
  mode: 'open' | 'guess';
  opens: Generated<number>;
  created_at: DefaultTimestamp;
  revoked_at: NullableTimestamp;
};

/** A hand linked to a second of a session, or to a page of a product's PDF or of a coaching plan. */
export type HandLinksTable = {
  id: Generated<string>;
  hand_id: string;
  product_id: number | null;
  pdf_number: number | null;
  at_seconds: number | null;
  page: number | null;
  at_action: number | null;
  caption: Generated<string>;
  created_by: string | null;
  created_at: DefaultTimestamp;
};

/** A hand of the academy that the user starred. */
type StarredHandsTable = { user_id: string; hand_id: string; created_at: DefaultTimestamp };

export type UnreadableHandsTable = {
  id: Generated<string>;
  site: string | null;
  reader_version: number;
  code: string;
  line: number;
  text: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
};

export type HandTables = {
  hands: HandsTable;
  hand_notes: HandNotesTable;
  hand_labels: HandLabelsTable;
  hand_shares: HandSharesTable;
  hand_links: HandLinksTable;
  starred_hands: StarredHandsTable;
  unread_hands: UnreadableHandsTable;
};
