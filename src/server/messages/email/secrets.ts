/** Replaces a secret token in a stored email. */
const removed = '?token=removed';

/** Unsubscribe links stay: they carry a signature, never expire, and open only that page. */
const secretLinks = /(?<!\/unsubscribe)\?token=[\w.~-]+/g;

type Bodies = { text: string; html: string | null };

/**
 * Removes the secret tokens from the links of an email. Such a token verifies an address, resets a password or cancels
 * an account deletion, so a copy of the outbox must not contain it.
 */
export function withoutSecrets({ text, html }: Bodies): Bodies {
  return {
    text: text.replace(secretLinks, removed),
    html: html === null ? null : html.replace(secretLinks, removed),
  };
}

/** Whether a secret link was removed, so that sending the email again is useless. */
export function lostSecrets(text: string): boolean {
  return text.includes(removed);
}
