import { onOff, type SettingDefinition, wholeNumber } from './setting-definition.ts';

/** What memberships include, and what students are promised. */
export type MembershipSettings = {
  /** How many hands a student stores, by membership. */
  storedHandsFree: number;
  storedHandsSilver: number;
  storedHandsGold: number;
  storedHandsDiamond: number;
  /** How many ranges a student keeps, by membership. */
  ownRangesFree: number;
  ownRangesSilver: number;
  ownRangesGold: number;
  ownRangesDiamond: number;
  /** A question to the coach is answered within this time. */
  answerPromiseHours: number;
  /** Questions to the coach a month, by membership. */
  questionsFree: number;
  questionsSilver: number;
  questionsGold: number;
  questionsDiamond: number;
  /** Questions that a student gets once, with a verified email. */
  welcomeQuestions: number;
  /** Shows students how many questions are ahead of theirs. */
  showWaiting: boolean;
  /** Minutes of due drills a day, until a student chooses. */
  drillMinutes: number;
  /** A drill returns when the chance of remembering it has fallen to this, in percent. */
  desiredRetention: number;
};

function storedItems(label: string, count: number): SettingDefinition<number> {
  return {
    schema: wholeNumber(1, 100_000),
    default: count,
    label,
    group: 'hands',
    adminShouldConfirm: true,
    public: false,
  };
}

function questions(label: string, count: number): SettingDefinition<number> {
  return {
    schema: wholeNumber(0, 100),
    default: count,
    label,
    group: 'coaching',
    adminShouldConfirm: true,
    public: false,
  };
}

export const membershipSettings: {
  readonly [Key in keyof MembershipSettings]: SettingDefinition<MembershipSettings[Key]>;
} = {
  storedHandsFree: storedItems('Hands stored without a membership', 50),
  storedHandsSilver: storedItems('Hands stored with Silver', 500),
  storedHandsGold: storedItems('Hands stored with Gold', 5_000),
  storedHandsDiamond: storedItems('Hands stored with Diamond and custom memberships', 20_000),
  ownRangesFree: storedItems('Own ranges without a membership', 3),
  ownRangesSilver: storedItems('Own ranges with Silver', 20),
  ownRangesGold: storedItems('Own ranges with Gold', 200),
  ownRangesDiamond: storedItems('Own ranges with Diamond and custom memberships', 1_000),
  answerPromiseHours: {
    schema: wholeNumber(12, 168),
    default: 72,
    label: 'Coaches answer a question within (hours)',
    group: 'coaching',
    adminShouldConfirm: true,
    public: false,
  },
  questionsFree: questions('Questions a month without a membership', 0),
  questionsSilver: questions('Questions a month with Silver', 1),
  questionsGold: questions('Questions a month with Gold', 4),
  questionsDiamond: questions('Questions a month with Diamond and custom memberships', 10),
  welcomeQuestions: questions('Questions once the email is verified', 1),
  showWaiting: {
    schema: onOff,
    default: true,
    label: 'Students see how many questions are ahead of theirs',
    group: 'coaching',
    adminShouldConfirm: true,
    public: false,
  },
  drillMinutes: {
    schema: wholeNumber(5, 25),
    default: 10,
    label: 'Minutes of drills a day, until a student chooses',
    group: 'coaching',
    adminShouldConfirm: true,
    public: false,
  },
  desiredRetention: {
    schema: wholeNumber(80, 95),
    default: 90,
    label: 'Chance of remembering at which a drill returns (percent)',
    group: 'coaching',
    adminShouldConfirm: true,
    public: false,
  },
};
