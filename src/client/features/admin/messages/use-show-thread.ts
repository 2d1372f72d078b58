import type { MessageThread } from '../../../../shared/messages/contact-messages.ts';
import { trpc } from '../../../trpc.ts';

/** Shows a changed thread immediately, before the data of the page is fetched again. */
export function useShowThread(): (thread: MessageThread) => void {
  const utils = trpc.useUtils();
  return (thread) => {
    utils.admin.contact.thread.setData({ id: thread.message.id }, thread);
  };
}
