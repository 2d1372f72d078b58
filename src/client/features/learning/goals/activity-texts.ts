import type { StudyDay } from '../../../../shared/learning/goals.ts';

/** What the user did on a day that takes no counted minutes: "12 drills", "1 answer from a coach". */
export function activityTexts({ drillsAnswered: drills, answersRead: answers }: StudyDay): string[] {
  return [
    ...(drills > 0 ? [drills === 1 ? '1 drill' : `${drills} drills`] : []),
    ...(answers > 0 ? [answers === 1 ? '1 answer from a coach' : `${answers} answers from coaches`] : []),
  ];
}
