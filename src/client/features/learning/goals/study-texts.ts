import type { StudyDay } from '../../../../shared/learning/goals.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDuration } from '../../../lib/format.ts';

/** What the user studied on a day: "25 min", "12 drills", "1 answer from a coach". */
export function studyTexts(day: StudyDay): string[] {
  const { actualStudyTime: minutes, drillsAnswered: drills, answersRead: answers } = day;
  return [
    ...(minutes > 0 || drills + answers === 0 ? [formatDuration(minutes)] : []),
    ...(drills > 0 ? [countText(drills, 'drill')] : []),
    ...(answers > 0 ? [answers === 1 ? '1 answer from a coach' : `${answers} answers from coaches`] : []),
  ];
}
