import { useState } from 'react';
import type { Announcement } from '../../../shared/messages/announcements.ts';

const storageKey = 'dismissed-announcement';

/** Identifies an announcement and its version, so that a changed announcement counts as a new one. */
const versionKeyOf = ({ id, version }: Announcement) => `${id} ${version}`;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Whether this browser has stored the dismissal; false if storage is not available, as in some private windows. */
export function wasDismissed(announcement: Announcement, openStore: () => Store): boolean {
  try {
    return openStore().getItem(storageKey) === versionKeyOf(announcement);
  } catch {
    return false;
  }
}

/** Stores the dismissal in this browser. Without storage, the announcement appears again after a reload. */
export function storeDismissed(announcement: Announcement, openStore: () => Store): void {
  try {
    openStore().setItem(storageKey, versionKeyOf(announcement));
  } catch (error) {
    console.warn('The dismissed announcement could not be stored', error);
  }
}

const openLocalStorage = () => window.localStorage;

/** The announcement that this browser still has to show, if any. */
export function useDismissal(announcement: Announcement | null | undefined): {
  shown: Announcement | undefined;
  dismiss: () => void;
} {
  const [dismissedKey, setDismissedKey] = useState<string>();
  const isShown =
    announcement &&
    dismissedKey !== versionKeyOf(announcement) &&
    !wasDismissed(announcement, openLocalStorage);
  return {
    shown: isShown ? announcement : undefined,
    dismiss: () => {
      if (!announcement) return;
      setDismissedKey(versionKeyOf(announcement));
      storeDismissed(announcement, openLocalStorage);
    },
  };
}
