export const goalLimits = {
  notesMaxLength: 2_000,
  /** Limit of days per response. */
  rangeDays: 1_100,
  /** Limit of days per import: ten years. One statement stores them, and can have at most 65,535 parameters. */
  importDays: 3_660,
  importMaxLength: 300_000,
  importErrorsShown: 50,
  /** An entry may be dated at most this many days after today. */
  daysAhead: 31,
} as const;

/** The columns of the exported and imported file. Amounts are in dollars. */
export const goalCsvColumns = [
  'date',
  'study_goal_minutes',
  'study_minutes',
  'sessions_completed',
  'hands_played',
  'win_loss_dollars',
  'big_blind_dollars',
  'tournaments',
  'buy_ins_dollars',
  'mood',
  'notes',
] as const;
