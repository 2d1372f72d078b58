import { type JsonStorage, tabStorage } from './browser-storage.ts';
import { visitorPrefix } from './draft-owner.ts';

/** Stores a visitor's drafts. Never reads or changes the drafts of a user whose session has ended. */
export const visitorStorage: JsonStorage = {
  read: (key) => tabStorage.read(visitorPrefix + key),
  write: (key, value) => tabStorage.write(visitorPrefix + key, value),
  remove: (key) => tabStorage.remove(visitorPrefix + key),
};
