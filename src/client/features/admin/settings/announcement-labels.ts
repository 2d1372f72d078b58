import type {
  AdminAnnouncement,
  AnnouncementAudience,
  AnnouncementTone,
} from '../../../../shared/messages/announcements.ts';
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
