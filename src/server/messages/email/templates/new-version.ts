import type { Email, Recipient } from '../email.operations.ts';
import { renderEmail } from '../render-email.ts';

/** To a user who opened an earlier version of a PDF; `uploadId` is the new file. */
export function newVersionEmail(to: Recipient, pdf: { title: string; uploadId: string; url: string }): Email {
  return {
    kind: 'new_version',
    userId: to.id,
    to: to.email,
    ...renderEmail({
      subject: `New version: ${pdf.title}`,
      firstName: to.firstName,
      paragraphs: [`${pdf.title} has a new version. It replaces the one that you opened, at no charge.`],
      action: { label: 'Read the new version', url: pdf.url },
    }),
    // The query that finds the readers knows the form of this key.
    dedupeKey: `new_version:${pdf.uploadId}:${to.id}`,
  };
}
