import {
  type AdminAnnouncement,
  type AnnouncementAudience,
  type AnnouncementInput,
  type AnnouncementTone,
  announcementAudiences,
  announcementTones,
} from '../../../../shared/messages/announcements.ts';
import { formatDateTime } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';

export const toneLabels: Record<AnnouncementTone, string> = {
  info: 'News',
  warning: 'Warning',
  danger: 'Problem',
};

export const audienceLabels: Record<AnnouncementAudience, string> = {
  everyone: 'Everyone',
  signed_in: 'Logged-in users',
};

export const stateLabels: Record<AdminAnnouncement['state'], StatusLabel> = {
  planned: { label: 'Scheduled', tone: 'primary' },
  shown: { label: 'Active', tone: 'success' },
  over: { label: 'Ended', tone: 'neutral' },
};

/** The stored text of a field as the form shows it. */
export function announcementFieldText(name: keyof AnnouncementInput, text: string): string {
  if (name === 'startsAt' || name === 'endsAt') return formatDateTime(new Date(text));
  const tone = announcementTones.find((known) => name === 'tone' && known === text);
  const audience = announcementAudiences.find((known) => name === 'audience' && known === text);
  return (tone && toneLabels[tone]) ?? (audience && audienceLabels[audience]) ?? text;
}
