import type { MessageThread } from '../../../../shared/messages/contact-messages.ts';
import { trpc } from '../../../trpc.ts';

/** Shows a changed thread, and invalidates the lists and counts that contain it. */
export function useRefreshMessages(): (thread: MessageThread) => Promise<void> {
  const utils = trpc.useUtils();
  return async (thread) => {
    utils.admin.contact.thread.setData({ id: thread.message.id }, thread);
    await Promise.all([
      utils.admin.contact.list.invalidate(),
      utils.admin.dashboard.waiting.invalidate(),
      utils.admin.audit.list.invalidate(),
    ]);
  };
}
