import { markReadInput, notificationListView, unreadView } from '../../../shared/messages/notifications.ts';
import { router, userProcedure } from '../../trpc/trpc.ts';
import { listNotifications, markRead, unreadCount } from './notifications.operations.ts';

export const notificationsRouter = router({
  list: userProcedure.output(notificationListView).query(({ ctx }) => listNotifications(ctx.deps, ctx.actor)),

  unreadCount: userProcedure.output(unreadView).query(({ ctx }) => unreadCount(ctx.deps, ctx.actor)),

  markRead: userProcedure
    .input(markReadInput)
    .output(unreadView)
    .mutation(({ ctx, input }) => markRead(ctx.deps, ctx.actor, input)),
});
