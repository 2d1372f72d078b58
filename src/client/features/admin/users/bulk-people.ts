import type { PeoplePreview } from '../../../../shared/admin/bulk-users.ts';

/** What the dialog of a bulk action is opened with. */
export type BulkDialogProps = { people: PeoplePreview; onClose: () => void; onDone: () => Promise<void> };

/** "1 person", "1,203 people". */
export function peopleText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`;
}
