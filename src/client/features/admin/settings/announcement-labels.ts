import type {
  AdminAnnouncement,
  AnnouncementAudience,
  AnnouncementTone,
} from '../../../../shared/messages/announcements.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const toneLabels: Record<AnnouncementTone, { label: string }> = {
  info: { label: 'News' },
  warning: { label: 'Something to know before' },
  danger: { label: 'Something is wrong' },
};

const audiences: Record<AnnouncementAudience, string> = {
  everyone: 'Everybody',
  signed_in: 'Only who is logged in',
};
export const audienceLabels = [
  { value: 'everyone', label: audiences.everyone },
  { value: 'signed_in', label: audiences.signed_in },
] as const;
export const audienceWord = (audience: AnnouncementAudience): string => audiences[audience];

export const stateLabels: Record<AdminAnnouncement['state'], { label: string; tone: BadgeTone }> = {
  planned: { label: 'Planned', tone: 'primary' },
  shown: { label: 'Shown now', tone: 'success' },
  over: { label: 'Over', tone: 'neutral' },
};
