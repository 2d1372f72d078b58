import type {
  AdminAnnouncement,
  AnnouncementAudience,
  AnnouncementTone,
} from '../../../../shared/messages/announcements.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const toneLabels: Record<AnnouncementTone, { label: string }> = {
  info: { label: 'News' },
  warning: { label: 'Warning' },
  danger: { label: 'Problem' },
};

const audiences: Record<AnnouncementAudience, string> = {
  everyone: 'Everyone',
  signed_in: 'Logged-in users',
};
export const audienceLabels = [
  { value: 'everyone', label: audiences.everyone },
  { value: 'signed_in', label: audiences.signed_in },
] as const;
export const audienceLabel = (audience: AnnouncementAudience): string => audiences[audience];

export const stateLabels: Record<AdminAnnouncement['state'], { label: string; tone: BadgeTone }> = {
  planned: { label: 'Scheduled', tone: 'primary' },
  shown: { label: 'Active', tone: 'success' },
  over: { label: 'Ended', tone: 'neutral' },
};
