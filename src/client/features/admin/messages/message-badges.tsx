import { contactTopicNames } from '../../../../shared/messages/contact.ts';
import type { ContactMessage, MessageState } from '../../../../shared/messages/contact-messages.ts';
import { formatDate } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const states: Record<MessageState, StatusLabel> = {
  open: { label: 'Open', tone: 'warning' },
  answered: { label: 'Answered', tone: 'primary' },
  closed: { label: 'Closed', tone: 'success' },
};

/**
 * The topic, the due date and the state. Only privacy requests have a due date. A reply alone does not complete a
 * privacy request.
 */
export function MessageBadges({ message }: { message: ContactMessage }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Badge>{contactTopicNames[message.topic]}</Badge>
      {message.dueAt !== null && message.state !== 'closed' && (
        <Badge tone={message.overdue ? 'danger' : 'warning'}>
          {message.overdue ? 'Was due' : message.state === 'open' ? 'Answer by' : 'Complete by'}{' '}
          {formatDate(message.dueAt)}
        </Badge>
      )}
      <StatusBadge status={states[message.state]} />
    </div>
  );
}
