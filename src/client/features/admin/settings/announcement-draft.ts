import { z } from 'zod';
import { dayMs } from '../../../../shared/durations.ts';
import {
  type AdminAnnouncement,
  type AnnouncementInput,
  announcementInput,
} from '../../../../shared/messages/announcements.ts';

/** The text of the form's fields. Times are in the user's time zone, as in `datetime-local`. */
export type AnnouncementDraft = Record<keyof AnnouncementInput, string>;

/** Such as `2026-11-21T15:30`, in the user's time zone. */
export function localDateTime(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** A draft that starts now and ends after one day. */
export function newAnnouncementDraft(now: Date): AnnouncementDraft {
  return {
    message: '',
    tone: 'info',
    audience: 'everyone',
    linkPath: '',
    linkLabel: '',
    startsAt: localDateTime(now),
    endsAt: localDateTime(new Date(now.getTime() + dayMs)),
  };
}

export function draftOfAnnouncement(announcement: AdminAnnouncement): AnnouncementDraft {
  return {
    message: announcement.message,
    tone: announcement.tone,
    audience: announcement.audience,
    linkPath: announcement.link?.path ?? '',
    linkLabel: announcement.link?.label ?? '',
    startsAt: localDateTime(new Date(announcement.startsAt)),
    endsAt: localDateTime(new Date(announcement.endsAt)),
  };
}

/** Converts a time to UTC. Text that is not a date is returned unchanged, and the schema rejects it. */
function instantOf(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** Applies the server's schema to the text of the fields. */
export const typedAnnouncement = z.preprocess(
  (typed: AnnouncementDraft) => ({
    ...typed,
    startsAt: instantOf(typed.startsAt),
    endsAt: instantOf(typed.endsAt),
  }),
  announcementInput,
);
