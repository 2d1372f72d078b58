import { useState } from 'react';
import type { Announcement } from '../../../shared/messages/announcements.ts';
import { browserStorage } from '../../lib/browser-storage.ts';

const key = 'dismissed-announcement';

/** A changed wording counts as a new announcement. */
const nameOf = ({ id, version }: Announcement) => `${id} ${version}`;

/** The announcement that this browser still has to show, if any. */
export function useDismissal(announcement: Announcement | null | undefined): {
  shown: Announcement | undefined;
  dismiss: () => void;
} {
  const [gone, setGone] = useState<string>();
  const isShown =
    announcement && gone !== nameOf(announcement) && browserStorage.read(key) !== nameOf(announcement);
  return {
    shown: isShown ? announcement : undefined,
    dismiss: () => {
      if (!announcement) return;
      setGone(nameOf(announcement));
      browserStorage.write(key, nameOf(announcement));
    },
  };
}
