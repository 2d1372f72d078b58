import type { PeoplePreview } from '../../../../shared/admin/bulk-users.ts';
import { countText } from '../../../lib/count-text.ts';

export type BulkDialogProps = { people: PeoplePreview; onClose: () => void; onDone: () => Promise<unknown> };

/**
 * A sentence about the users that an action leaves out, such as "Left out: 2 people who cannot log in."
 * @param others - a phrase for users who are left out although they can log in; false if there are none
 * @returns undefined if the action leaves out nobody
 */
export function leftOutText({ closed }: PeoplePreview, others: string | false = false): string | undefined {
  const parts = [closed > 0 && `${peopleText(closed)} who cannot log in`, others].filter(Boolean);
  return parts.length === 0 ? undefined : `Left out: ${parts.join(' and ')}.`;
}

export const peopleText = (count: number) => countText(count, 'person', 'people');
