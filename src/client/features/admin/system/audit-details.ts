import { z } from 'zod';
import type { AuditEntryView } from '../../../../shared/admin/audit.ts';
import { isCalendarDay } from '../../../../shared/calendar-day.ts';
import { dayText } from '../../../../shared/day-text.ts';
import { kycReasons, kycReasonTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { announcementAudiences, announcementTones } from '../../../../shared/messages/announcements.ts';
import { settingValueText } from '../../../../shared/setting-values.ts';
import { settingKeys } from '../../../../shared/settings.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { kycStatusLabels, type StatusLabel } from '../../../lib/status-labels.ts';
import { audienceLabels, toneLabels } from '../settings/announcement-labels.ts';

type Detail = { label: string; text: string };

const labels: Record<string, string> = {
  after: 'To',
  before: 'From',
  reasonCode: 'Reason',
  dueAt: 'Due',
  until: 'Ended at the latest',
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
  published_on: 'Publication date',
};

const statuses: Record<string, StatusLabel> = kycStatusLabels;

/** A changed value, or `changed` if the values are not recorded. */
const change = z.union([z.literal('changed'), z.object({ from: z.unknown(), to: z.unknown() })]);
type Change = z.infer<typeof change>;
/** The changed columns of a product. */
const changedColumns = z.record(z.string(), change);
/** The old or the new price of a membership. */
const planAmounts = z.object({ priceCents: z.int(), listPriceCents: z.int() });
/** An announcement. If the announcement was ended or deleted, only its text and its end time are recorded. */
const announcement = z.object({
  message: z.string(),
  audience: z.enum(announcementAudiences).optional(),
  tone: z.enum(announcementTones).optional(),
  starts_at: z.string().optional(),
  ends_at: z.string(),
  link_label: z.string().nullish(),
  link_path: z.string().nullish(),
});

/** The details of an entry in words. Ids of files and empty details are left out. */
export function auditDetails(entry: Pick<AuditEntryView, 'subjectType' | 'subjectId' | 'details'>): Detail[] {
  return entry.details.flatMap(({ name, value }) => {
    const columns = name === 'changes' ? parsed(value, changedColumns) : undefined;
    if (columns) {
      return Object.entries(columns).map(([column, changed]) => ({
        label: labelOf(column),
        text: changeText(column, changed),
      }));
    }
    const isFileId = z.uuid().safeParse(value).success && (name === 'from' || name === 'to');
    if (value === 'null' || isFileId) return [];
    const label = name === 'from' && isTime(value) ? 'Starts' : labelOf(name);
    return { label, text: valueText(entry, name, value) };
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
  if (isTime(value)) return formatDateTime(value);
  if (isCalendarDay(value)) return dayText(value);
  const amounts = subjectType === 'plan' ? parsed(value, planAmounts) : undefined;
  if (amounts) return `${formatCents(amounts.priceCents)}, list price ${formatCents(amounts.listPriceCents)}`;
  const announced = subjectType === 'announcement' ? parsed(value, announcement) : undefined;
  if (announced) return announcementText(announced);
  const newTitle = name === 'title' ? parsed(value, change) : undefined;
  if (newTitle) return changeText(name, newTitle);
  const reason = name === 'reasonCode' ? kycReasons.find((code) => code === value) : undefined;
  if (reason) return kycReasonTexts[reason].label;
  return name === 'from' || name === 'to' || name === 'status' ? (statuses[value]?.label ?? value) : value;
}

function announcementText(announced: z.infer<typeof announcement>): string {
  const { message, audience, tone, starts_at: startsAt, ends_at: endsAt } = announced;
  const parts = [
    `“${message}”`,
    audience && audienceLabels[audience],
    tone && toneLabels[tone],
    startsAt && `from ${formatDateTime(startsAt)}`,
    `until ${formatDateTime(endsAt)}`,
    announced.link_path && `link “${announced.link_label}” to ${announced.link_path}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function isTime(value: string): boolean {
  return z.iso.datetime().safeParse(value).success;
}

function isSwitch(value: string): boolean {
  return value === 'true' || value === 'false';
}

/** Undefined for text that does not match the schema, such as JSON that the server cut off. */
function parsed<Value>(value: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

function changeText(column: string, changed: Change): string {
  if (changed === 'changed') return changed;
  const { from, to } = changed;
  if (column.endsWith('_upload_id')) return to === null ? 'removed' : from === null ? 'added' : 'replaced';
  const text = (value: unknown) => {
    if (value === null || value === '') return 'none';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return column === 'price_cents' ? formatCents(Number(value)) : String(value);
  };
  return from === to ? text(to) : `${text(from)} → ${text(to)}`;
}
