import { z } from 'zod';

const checkStates = ['ok', 'warning', 'failed'] as const;
export type CheckState = (typeof checkStates)[number];

const systemCheckView = z.object({
  key: z.enum([
    'database',
    'jobs',
    'mail',
    'storage',
    'files',
    'payments',
    'webhooks',
    'ledger',
    'proxy',
    'clock',
    'disk',
  ]),
  label: z.string(),
  state: z.enum(checkStates),
  /** What the check found. */
  summary: z.string(),
  /** What to do; null if nothing needs to be done. */
  advice: z.string().nullable(),
  /** Advice for the operator of the server: variables, documents and log lines; null if there is nothing to add. */
  technical: z.string().nullable(),
});
export type SystemCheck = z.infer<typeof systemCheckView>;

const jobStateView = z.object({
  name: z.string(),
  /** Cron expression in UTC; null for jobs without a schedule, which the server enqueues when needed. */
  schedule: z.string().nullable(),
  lastDoneAt: z.string().nullable(),
  /** Jobs that used up their retries within the last day. */
  failed: z.int(),
  /** Jobs that should have started more than ten minutes ago. */
  late: z.int(),
  /**
   * The scheduled job has not completed for more than twice its interval plus ten minutes. Time before the start of the
   * server does not count.
   */
  overdue: z.boolean(),
});
export type JobState = z.infer<typeof jobStateView>;

/** `recount`: checks the payments ledger again instead of using a result of the last minute. */
export const systemStatusInput = z.object({ recount: z.boolean().default(false) }).prefault({});

/** Health checks with instructions. */
export const systemStatusView = z.object({
  checkedAt: z.string(),
  checks: z.array(systemCheckView),
  jobs: z.array(jobStateView),
  /** When `npm run backup` last completed; null if it never did, and missing if the check of the database failed. */
  lastBackupAt: z.string().nullish(),
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  startedAt: z.string(),
  memoryBytes: z.int(),
});
export type SystemStatus = z.infer<typeof systemStatusView>;

/** A file that is referenced but missing from storage. */
const missingFileView = z.object({
  id: z.uuid(),
  /** When the file was first found missing. */
  foundAt: z.string(),
  /** A description such as "The PDF of River Decisions". */
  label: z.string(),
  advice: z.string(),
  /** The user to whom the document belongs; null for other files. */
  userId: z.uuid().nullable(),
});
export type MissingFile = z.infer<typeof missingFileView>;

export const missingFilesView = z.object({
  files: z.array(missingFileView),
  /** Stored files without a database row that are not erased until an admin allows it, because there are too many. */
  withheld: z.int(),
  /** When the `check-files` job last compared storage with the database; null before the first time. */
  checkedAt: z.string().nullable(),
  /** Whether an admin has allowed the `check-files` job to erase the withheld files. */
  erasingAllowed: z.boolean(),
});
export type MissingFiles = z.infer<typeof missingFilesView>;
