/** What a stored email contains in place of a secret token. */
export const removedSecret = '?token=removed';

/**
 * Does not match unsubscribe links: they must still work if the email is sent again, and can only switch off one kind
 * of email.
 */
const secretLinks = /(?<!\/unsubscribe)\?token=[\w.~-]+/g;

type Bodies = { text: string; html: string | null };

/**
 * Removes the secret tokens from the links of an email. A token can verify an email address, reset a password or cancel
 * an account deletion, so a copy of the outbox must not contain it.
 */
export function withoutSecretLinks({ text, html }: Bodies): Bodies {
  return {
    text: text.replace(secretLinks, removedSecret),
    html: html === null ? null : html.replace(secretLinks, removedSecret),
  };
}

/** Whether a secret token was removed. Sending such an email again would be useless. */
export function hasRemovedSecrets(text: string): boolean {
  return text.includes(removedSecret);
}
