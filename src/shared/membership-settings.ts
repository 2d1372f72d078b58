import { onOff, ownSetting, type SettingDefinition, wholeNumber } from './setting-definition.ts';

/** The settings for what memberships include, for coaching and for drills. */
export type MembershipSettings = {
  /** How many hands a student can store, by membership. */
  storedHandsFree: number;
  storedHandsSilver: number;
  storedHandsGold: number;
  storedHandsDiamond: number;
  /** How many own ranges a student can store, by membership. */
  ownRangesFree: number;
  ownRangesSilver: number;
  ownRangesGold: number;
  ownRangesDiamond: number;
  /** How many links to own hands a student can have open at a time, by membership. */
  shareLinksFree: number;
  shareLinksSilver: number;
  shareLinksGold: number;
  shareLinksDiamond: number;
  /** Students are promised an answer from a coach within this many hours. */
  answerPromiseHours: number;
  /** How many questions a student can ask coaches per month, by membership. */
  questionsFree: number;
  questionsSilver: number;
  questionsGold: number;
  questionsDiamond: number;
  /** How many questions a student gets once, for verifying the email. */
  welcomeQuestions: number;
  /** Whether students see how many questions are ahead of theirs. */
  showWaiting: boolean;
  /** Minutes of due drills per day for a student who has not chosen a number. */
  drillMinutes: number;
  /** A drill is due again when the estimated chance of remembering it has fallen to this percentage. */
  desiredRetention: number;
};

/** Limited, because the list of own ranges shows all of them on one page. */
const mostOwnRanges = 1_000;

const storedItems = (label: string, count: number, most: number) =>
  ownSetting('hands', label, wholeNumber(1, most), count);

const questions = (label: string, count: number) => ownSetting('coaching', label, wholeNumber(0, 100), count);

export const membershipSettings: {
  readonly [Key in keyof MembershipSettings]: SettingDefinition<MembershipSettings[Key]>;
} = {
  storedHandsFree: storedItems('Hands stored without a membership', 50, 100_000),
  storedHandsSilver: storedItems('Hands stored with Silver', 500, 100_000),
  storedHandsGold: storedItems('Hands stored with Gold', 5_000, 100_000),
  storedHandsDiamond: storedItems('Hands stored with Diamond and custom memberships', 20_000, 100_000),
  ownRangesFree: storedItems('Own ranges without a membership', 3, mostOwnRanges),
  ownRangesSilver: storedItems('Own ranges with Silver', 20, mostOwnRanges),
  ownRangesGold: storedItems('Own ranges with Gold', 200, mostOwnRanges),
  ownRangesDiamond: storedItems('Own ranges with Diamond and custom memberships', 1_000, mostOwnRanges),
  shareLinksFree: storedItems('Open links to hands without a membership', 5, 100_000),
  shareLinksSilver: storedItems('Open links to hands with Silver', 50, 100_000),
  shareLinksGold: storedItems('Open links to hands with Gold', 500, 100_000),
  shareLinksDiamond: storedItems('Open links to hands with Diamond and custom memberships', 5_000, 100_000),
  answerPromiseHours: ownSetting(
    'coaching',
    'Coaches answer a question within (hours)',
    wholeNumber(12, 168),
    72,
  ),
  questionsFree: questions('Questions a month without a membership', 0),
  questionsSilver: questions('Questions a month with Silver', 1),
  questionsGold: questions('Questions a month with Gold', 4),
  questionsDiamond: questions('Questions a month with Diamond and custom memberships', 10),
  welcomeQuestions: questions('Questions given once, for verifying the email', 1),
  showWaiting: ownSetting('coaching', 'Students see how many questions are ahead of theirs', onOff, true),
  drillMinutes: ownSetting('coaching', 'Default minutes of drills a day', wholeNumber(5, 25), 10),
  desiredRetention: ownSetting(
    'coaching',
    'Repeat a drill when the chance of remembering it falls to (percent)',
    wholeNumber(80, 95),
    90,
  ),
};
