import type { ColumnType, Generated, Selectable } from 'kysely';
import type { UploadPurpose } from '../../../../shared/limits.ts';
import type { StampProblem } from '../../../../shared/shop/stamping.ts';
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from './column-types.ts';

/**
 * `issued`: the file may be uploaded; `secured`: it was inspected and is in its final place; `claimed`: something uses
 * it, such as a product or an application.
 */
export type UploadStatus = 'issued' | 'secured' | 'claimed' | 'erased';

export type UploadsTable = {
  id: Generated<string>;
  purpose: UploadPurpose;
  user_id: string | null;
  ticket_hash: string | null;
  storage_key: string;
  status: Generated<UploadStatus>;
  filename: string | null;
  /** Keyed hash of an identity document's bytes as received: equal for the same file on two accounts. */
  image_hash: ColumnType<string | null, string | null | undefined, string | null>;
  declared_type: string | null;
  declared_size: number | null;
  max_bytes: number;
  content_type: string | null;
  size_bytes: number | null;
  put_expires_at: Timestamp;
  secured_at: NullableTimestamp;
  claimed_at: NullableTimestamp;
  erased_at: NullableTimestamp;
  /** Why the file cannot be stamped; null if no problem is known. */
  stamp_problem: ColumnType<StampProblem | null, StampProblem | null | undefined, StampProblem | null>;
  created_at: DefaultTimestamp;
};

/** A user's own copy of a PDF. `mark` is the hash of its stamp. */
export type StampedFilesTable = {
  user_id: string;
  upload_id: string;
  mark: string;
  size_bytes: number;
  created_at: DefaultTimestamp;
  used_at: DefaultTimestamp;
};

/** What a PDF contains, stored when it was uploaded or when its first page was first needed. */
type PdfDetailsTable = {
  upload_id: string;
  page_count: number;
  /** The titles in the PDF's outline. */
  chapters: string[];
  /** The page that visitors may see before they buy, as a WebP image; null without one. */
  preview: Buffer | null;
  /** The first page as a WebP image. Null until it is first needed; empty if it cannot be rendered. */
  first_page: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
};

/** The result of the nightly comparison of database and file store; at most one row. */
export type FileChecksTable = {
  id: Generated<number>;
  checked_at: Timestamp;
  /** How many files the store has below the academy's prefixes. */
  files: number;
  /** How many files were erased, because no row referred to them. */
  erased: number;
  /**
   * How many files without a row were kept, because there are so many that an admin must confirm their erasure first.
   */
  withheld: number;
  erasing_allowed_at: NullableTimestamp;
};

/** Files that a row refers to and the store does not have. */
type MissingFilesTable = { upload_id: string; found_at: DefaultTimestamp };

/** Extends the row in `uploads`. `store_id` is the store's own id of the upload. */
export type MultipartUploadsTable = {
  upload_id: string;
  store_id: string;
  part_bytes: number;
  part_count: number;
  /** Hash of the file, computed in the browser: finds the unfinished upload when the same file is chosen again. */
  fingerprint: string;
};

export type FileTables = {
  uploads: UploadsTable;
  multipart_uploads: MultipartUploadsTable;
  stamped_files: StampedFilesTable;
  pdf_details: PdfDetailsTable;
  file_checks: FileChecksTable;
  missing_files: MissingFilesTable;
};

export type UploadRow = Selectable<UploadsTable>;
