import { z } from 'zod';
import {
  adminAnnouncementView,
  announcementIdInput,
  announcementInput,
  updateAnnouncementInput,
} from '../../../shared/messages/announcements.ts';
import { adminProcedure, router } from '../../trpc/trpc.ts';
import {
  createAnnouncement,
  endAnnouncement,
  listAnnouncements,
  updateAnnouncement,
} from './announcements.operations.ts';

export const announcementsAdminRouter = router({
  list: adminProcedure
    .output(z.array(adminAnnouncementView))
    .query(({ ctx }) => listAnnouncements(ctx.deps, ctx.actor)),

  create: adminProcedure
    .input(announcementInput)
    .output(z.array(adminAnnouncementView))
    .mutation(({ ctx, input }) => createAnnouncement(ctx.deps, ctx.actor, input, ctx.metadata)),

  update: adminProcedure
    .input(updateAnnouncementInput)
    .output(z.array(adminAnnouncementView))
    .mutation(({ ctx, input }) => updateAnnouncement(ctx.deps, ctx.actor, input, ctx.metadata)),

  end: adminProcedure
    .input(announcementIdInput)
    .output(z.array(adminAnnouncementView))
    .mutation(({ ctx, input }) => endAnnouncement(ctx.deps, ctx.actor, input.id, ctx.metadata)),
});
