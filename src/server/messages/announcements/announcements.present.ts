import type { AdminAnnouncement, Announcement } from '../../../shared/messages/announcements.ts';
import { fullName } from '../../../shared/person-name.ts';
import type { AnnouncementRow, ListedAnnouncementRow } from './announcements.queries.ts';

export function presentAnnouncement(row: AnnouncementRow): Announcement {
  const { id, version, message, tone, link_path: path, link_label: label } = row;
  return { id, version, message, tone, link: path !== null && label !== null ? { path, label } : null };
}

export function presentAdminAnnouncement(row: ListedAnnouncementRow, now: Date): AdminAnnouncement {
  const time = now.getTime();
  const name = fullName(row.creator_first_name, row.creator_last_name);
  return {
    ...presentAnnouncement(row),
    audience: row.audience,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: time < Date.parse(row.starts_at) ? 'planned' : time < Date.parse(row.ends_at) ? 'shown' : 'over',
    createdByName: name === '' ? null : name,
    updatedAt: row.updated_at,
  };
}
