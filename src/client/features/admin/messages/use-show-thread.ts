import type { MessageThread } from '../../../../shared/messages/contact-messages.ts';
import { trpc } from '../../../trpc.ts';
import { useRefresh } from '../use-refresh.ts';

/** Shows a changed thread at once, and fetches the data of the page again. */
export function useShowThread(): (thread: MessageThread) => Promise<unknown> {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  return (thread) => {
    utils.admin.contact.thread.setData({ id: thread.message.id }, thread);
    return refresh.afterSuccess();
  };
}
