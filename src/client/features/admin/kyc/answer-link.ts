import type { ContactTopic } from '../../../../shared/messages/contact.ts';
import type { ContactMessage } from '../../../../shared/messages/contact-messages.ts';

export const topicLabels: Record<ContactTopic, string> = {
  general: 'General question',
  billing: 'Billing',
  privacy: 'Privacy request',
  technical: 'Technical problem',
};

/** Some email programs reject longer `mailto:` URLs. */
const longestQuote = 1_200;

/** A `mailto:` URL that quotes the message (RFC 6068). Input cannot add a header or recipient. */
export function answerLink(message: Pick<ContactMessage, 'email' | 'name' | 'topic' | 'message'>): string {
  const quoted =
    message.message.length > longestQuote ? `${message.message.slice(0, longestQuote)}…` : message.message;
  const body = `\r\n\r\n${message.name} wrote:\r\n${quoted.replaceAll(/^/gm, '> ')}`;
  const to = encodeURIComponent(message.email).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${topicLabels[message.topic]}`)}&body=${encodeURIComponent(body.toWellFormed())}`;
}
