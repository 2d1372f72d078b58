import { type JsonStorage, tabStorage } from './browser-storage.ts';
import { visitorPrefix } from './draft-owner.ts';

/** Stores a visitor's drafts. It does not read those of a user whose session has ended, and does not change them. */
export const visitorStorage: JsonStorage = {
  read: (key) => tabStorage.read(visitorPrefix + key),
  write: (key, value) => tabStorage.write(visitorPrefix + key, value),
  remove: (key) => tabStorage.remove(visitorPrefix + key),
};
