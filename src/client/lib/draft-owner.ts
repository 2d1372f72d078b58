import { tabStorage } from './browser-storage.ts';

const ownerKey = 'draft-owner';

/**
 * Assigns the drafts of this tab to a user. Drafts of another user are removed, because a session can end without a
 * logout. What a visitor typed in a tab without an owner belongs to the next user who logs in.
 */
export function assignDraftsTo(userId: string): void {
  const owner = tabStorage.read(ownerKey);
  if (owner === userId) return;
  if (typeof owner === 'string') for (const key of draftKeys()) tabStorage.remove(key);
  tabStorage.write(ownerKey, userId);
}

/** Whether this tab stores a draft of a form that is keyed by its user, such as `kyc` for `draft:kyc:{user}`. */
export function keepsOwnDraft(form: string): boolean {
  return draftKeys().includes(`draft:${form}:${tabStorage.read(ownerKey)}`);
}

export function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));
  } catch {
    // Some private windows have no storage, and so no drafts.
    return [];
  }
}
