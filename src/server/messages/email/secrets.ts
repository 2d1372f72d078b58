/** What stands in the place of a secret that nobody needs any more. */
const removed = '?token=removed';

/** The links of the unsubscribe page stay: they hold a signature, end never, and open nothing but that page. */
const secretLinks = /(?<!\/unsubscribe)\?token=[\w.~-]+/g;

type Bodies = { text: string; html: string | null };

/**
 * Takes the tokens out of the links of an email: verifying an address, choosing a password and keeping an account are
 * open to whoever holds them, so that a copy of the outbox must not.
 */
export function withoutSecrets({ text, html }: Bodies): Bodies {
  return {
    text: text.replace(secretLinks, removed),
    html: html === null ? null : html.replace(secretLinks, removed),
  };
}

/** Whether the email lost a link, so that it is worth nothing to send it again. */
export function lostSecrets(text: string): boolean {
  return text.includes(removed);
}
