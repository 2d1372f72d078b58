import { z } from 'zod';

export const checkStates = ['ok', 'warning', 'failed'] as const;
export type CheckState = (typeof checkStates)[number];

export const systemCheckView = z.object({
  key: z.enum(['database', 'jobs', 'mail', 'storage', 'payments', 'webhooks', 'disk']),
  label: z.string(),
  state: z.enum(checkStates),
  /** What was found. */
  summary: z.string(),
  /** What to do about it; null while there is nothing to do. */
  advice: z.string().nullable(),
});
export type SystemCheck = z.infer<typeof systemCheckView>;

export const jobStateView = z.object({
  name: z.string(),
  /** Cron in UTC; null for work that follows from something. */
  schedule: z.string().nullable(),
  lastDoneAt: z.string().nullable(),
  /** Given up within the last day. */
  failed: z.int(),
  /** Should have begun more than ten minutes ago. */
  late: z.int(),
  /** Has not been done for twice as long as it should take. */
  overdue: z.boolean(),
});
export type JobState = z.infer<typeof jobStateView>;

/** J17: is everything well, and if not, what to do. */
export const systemStatusView = z.object({
  checkedAt: z.string(),
  checks: z.array(systemCheckView),
  jobs: z.array(jobStateView),
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  startedAt: z.string(),
  memoryBytes: z.int(),
});
export type SystemStatus = z.infer<typeof systemStatusView>;
