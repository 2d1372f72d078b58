import { z } from 'zod';
import type { AuditEntryView } from '../../../../shared/admin/audit.ts';
import { kycReasons, kycReasonTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { settingValueText } from '../../../../shared/setting-values.ts';
import { settingKeys } from '../../../../shared/settings.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { kycStatusLabels } from '../../../lib/labels.ts';

type Detail = { label: string; text: string };

const labels: Record<string, string> = {
  after: 'To',
  before: 'From',
  reasonCode: 'Reason',
  dueAt: 'Due',
  price_cents: 'Price',
  is_active: 'Active',
  is_free: 'Free',
  file_upload_id: 'File',
  video_url: 'Video address',
  video_upload_id: 'Video',
  captions_upload_id: 'Captions',
  cover_upload_id: 'Cover',
  cover_alt: 'Description of the cover',
  estimated_duration: 'Duration',
  question_credits: 'Questions to the coach',
  outcomes: 'What the student can do afterwards',
  contents: 'Chapters',
  published_on: 'Date of the content',
};

/** The changed columns of a product, each with `from` and `to`, or only as `changed`. */
const changedColumns = z.record(
  z.string(),
  z.union([z.literal('changed'), z.object({ from: z.unknown(), to: z.unknown() })]),
);
type Change = z.infer<typeof changedColumns>[string];

/** The details of an entry in words. Ids of files and empty details are left out. */
export function auditDetails(entry: Pick<AuditEntryView, 'subjectType' | 'subjectId' | 'details'>): Detail[] {
  return entry.details.flatMap(({ name, value }) => {
    const columns = name === 'changes' ? parsedChanges(value) : undefined;
    if (columns) {
      return Object.entries(columns).map(([column, change]) => ({
        label: labelOf(column),
        text: changeText(column, change),
      }));
    }
    const isFile = z.uuid().safeParse(value).success && (name === 'from' || name === 'to');
    return value === 'null' || isFile ? [] : [{ label: labelOf(name), text: valueText(entry, name, value) }];
  });
}

function labelOf(name: string): string {
  const words = name.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(
  { subjectType, subjectId }: Pick<AuditEntryView, 'subjectType' | 'subjectId'>,
  name: string,
  value: string,
): string {
  const setting = subjectType === 'setting' ? settingKeys.find((key) => key === subjectId) : undefined;
  if (setting) return settingValueText(setting, isSwitch(value) ? value === 'true' : value);
  if (isSwitch(value)) return value === 'true' ? 'yes' : 'no';
  if (z.iso.datetime().safeParse(value).success) return formatDateTime(value);
  const reason = name === 'reasonCode' ? kycReasons.find((code) => code === value) : undefined;
  if (reason) return kycReasonTexts[reason].label;
  return name === 'from' || name === 'to' || name === 'status' ? statusText(value) : value;
}

function isSwitch(value: string): boolean {
  return value === 'true' || value === 'false';
}

function statusText(code: string): string {
  return Object.entries(kycStatusLabels).find(([status]) => status === code)?.[1].label ?? code;
}

/** Undefined if the server shortened the JSON, so that it cannot be parsed. */
function parsedChanges(value: string): z.infer<typeof changedColumns> | undefined {
  try {
    return changedColumns.safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

function changeText(column: string, change: Change): string {
  if (change === 'changed') return change;
  const { from, to } = change;
  if (column.endsWith('_upload_id')) return to === null ? 'removed' : from === null ? 'added' : 'replaced';
  const text = (value: unknown) => {
    if (value === null || value === '') return 'none';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return column === 'price_cents' ? formatCents(Number(value)) : String(value);
  };
  return `${text(from)} → ${text(to)}`;
}
