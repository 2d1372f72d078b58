import { tabStorage } from './browser-storage.ts';

const ownerKey = 'draft-owner';

/**
 * The prefix of a visitor's drafts. It distinguishes them from the drafts of a user whose session ended without a
 * logout.
 */
export const visitorPrefix = 'visitor:';

/** The name of the draft of the Sign Up form. */
export const signUpDraft = 'sign-up';

/**
 * Assigns the drafts of this tab to a user. Drafts of another user are removed, because a session can end without a
 * logout. What a visitor typed belongs to the next user who logs in, except in the Sign Up form, which users never see.
 */
export function assignDraftsTo(userId: string): void {
  const owner = tabStorage.read(ownerKey);
  if (typeof owner === 'string' && owner !== userId) for (const key of draftKeys()) tabStorage.remove(key);
  for (const key of draftKeys(visitorPrefix)) {
    const ownKey = key.slice(visitorPrefix.length);
    if (ownKey !== `draft:${signUpDraft}`) tabStorage.write(ownKey, tabStorage.read(key));
    tabStorage.remove(key);
  }
  if (owner !== userId) tabStorage.write(ownerKey, userId);
}

/** Whether this tab stores its user's draft of a form, such as `draft:kyc:{userId}` for the form `kyc`. */
export function hasOwnDraft(form: string): boolean {
  return draftKeys().includes(`draft:${form}:${tabStorage.read(ownerKey)}`);
}

export function draftKeys(prefix = ''): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}draft:`));
  } catch {
    // Some private windows have no storage, and so no drafts.
    return [];
  }
}
