import { useState } from 'react';
import type { Announcement } from '../../../shared/messages/announcements.ts';

const key = 'dismissed-announcement';

/** An announcement that was changed counts as a new one. */
const nameOf = ({ id, version }: Announcement) => `${id} ${version}`;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** False if storage is not available, as in some private windows. */
export function wasDismissed(announcement: Announcement, openStore: () => Store): boolean {
  try {
    return openStore().getItem(key) === nameOf(announcement);
  } catch {
    return false;
  }
}

/** Stored in this browser. Without storage, the announcement stays dismissed until the page is left. */
export function storeDismissed(announcement: Announcement, openStore: () => Store): void {
  try {
    openStore().setItem(key, nameOf(announcement));
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
  const [dismissedName, setDismissedName] = useState<string>();
  const isShown =
    announcement && dismissedName !== nameOf(announcement) && !wasDismissed(announcement, openLocalStorage);
  return {
    shown: isShown ? announcement : undefined,
    dismiss: () => {
      if (!announcement) return;
      setDismissedName(nameOf(announcement));
      storeDismissed(announcement, openLocalStorage);
    },
  };
}
