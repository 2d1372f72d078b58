import type { Announcement } from '../../../shared/messages/announcements.ts';
import { AnnouncementStrip, announcementLinkClass } from '../../ui/announcement-strip.tsx';

/** The academy's announcement as every page shows it. */
export function AnnouncementBar({
  announcement,
  onDismiss,
}: {
  announcement: Announcement;
  onDismiss: () => void;
}) {
  const { tone, message, link } = announcement;
  return (
    <AnnouncementStrip
      tone={tone}
      message={message}
      link={
        link && (
          <a href={link.path} className={announcementLinkClass}>
            {link.label}
          </a>
        )
      }
      onDismiss={onDismiss}
    />
  );
}
