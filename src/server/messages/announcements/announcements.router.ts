import { announcementView, currentAnnouncementInput } from '../../../shared/messages/announcements.ts';
import { publicProcedure, router } from '../../trpc/trpc.ts';
import { getAnnouncement } from './announcements.operations.ts';

export const announcementsRouter = router({
  /** The server ignores the input, and identifies the user by the session. */
  current: publicProcedure
    .input(currentAnnouncementInput)
    .output(announcementView.nullable())
    .query(({ ctx }) => getAnnouncement(ctx.deps, ctx.actor)),
});
