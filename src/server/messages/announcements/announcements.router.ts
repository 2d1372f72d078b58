import { z } from 'zod';
import {
  adminAnnouncementView,
  announcementIdInput,
  announcementInput,
  announcementView,
  currentAnnouncementInput,
  updateAnnouncementInput,
} from '../../../shared/messages/announcements.ts';
import { adminProcedure, publicProcedure, router } from '../../trpc/trpc.ts';
import {
  createAnnouncement,
  endAnnouncement,
  getAnnouncement,
  listAnnouncements,
  updateAnnouncement,
} from './announcements.operations.ts';

const list = z.array(adminAnnouncementView);

export const announcementsRouter = router({
  current: publicProcedure
    .input(currentAnnouncementInput)
    .output(announcementView.nullable())
    .query(({ ctx }) => getAnnouncement(ctx.deps, ctx.actor)),

  list: adminProcedure.output(list).query(({ ctx }) => listAnnouncements(ctx.deps, ctx.actor)),

  create: adminProcedure
    .input(announcementInput)
    .output(list)
    .mutation(({ ctx, input }) => createAnnouncement(ctx.deps, ctx.actor, input, ctx.origin)),

  update: adminProcedure
    .input(updateAnnouncementInput)
    .output(list)
    .mutation(({ ctx, input }) => updateAnnouncement(ctx.deps, ctx.actor, input, ctx.origin)),

  end: adminProcedure
    .input(announcementIdInput)
    .output(list)
    .mutation(({ ctx, input }) => endAnnouncement(ctx.deps, ctx.actor, input.id, ctx.origin)),
});
