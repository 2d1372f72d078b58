import { useState } from 'react';
import type { Announcement } from '../../../shared/messages/announcements.ts';

const key = 'dismissed-announcement';

/** A new wording is a new announcement. */
const nameOf = ({ id, version }: Announcement) => `${id} ${version}`;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Also false where nothing can be stored, as in some private windows. */
export function wasDismissed(announcement: Announcement, openStore: () => Store): boolean {
  try {
    return openStore().getItem(key) === nameOf(announcement);
  } catch {
    return false;
  }
}

/** Stored by this browser; without storage it lasts until the page is left. */
export function keepDismissed(announcement: Announcement, openStore: () => Store): void {
  try {
    openStore().setItem(key, nameOf(announcement));
  } catch (error) {
    console.warn('The dismissed announcement could not be stored', error);
  }
}

const openLocalStorage = () => window.localStorage;

/** What is left to show of the announcement in this browser. */
export function useDismissal(announcement: Announcement | null | undefined): {
  shown: Announcement | undefined;
  dismiss: () => void;
} {
  const [gone, setGone] = useState<string>();
  const isShown =
    announcement && gone !== nameOf(announcement) && !wasDismissed(announcement, openLocalStorage);
  return {
    shown: isShown ? announcement : undefined,
    dismiss: () => {
      if (!announcement) return;
      setGone(nameOf(announcement));
      keepDismissed(announcement, openLocalStorage);
    },
  };
}
