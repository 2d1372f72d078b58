export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type JsonStorage = {
  /** @returns null if there is no value, or if it cannot be read */
  read: (key: string) => unknown;
  write: (key: string, value: unknown) => void;
  remove: (key: string) => void;
};

/**
 * Stores values as JSON in the browser. Nothing throws: some private windows have no storage, and values are then lost.
 * @param open - called on use, because the server has no storage
 */
export function jsonStorage(open: () => KeyStorage): JsonStorage {
  return {
    read(key) {
      try {
        return JSON.parse(open().getItem(key) ?? 'null');
      } catch {
        // No storage, or a value of another version of the application.
        return null;
      }
    },
    write(key, value) {
      try {
        open().setItem(key, JSON.stringify(value));
      } catch (error) {
        console.warn(`${key} could not be stored`, error);
      }
    },
    remove(key) {
      try {
        open().removeItem(key);
      } catch (error) {
        console.warn(`${key} could not be removed`, error);
      }
    },
  };
}

/** Values that are deleted when the tab closes. */
export const tabStorage = jsonStorage(() => sessionStorage);

/** Values that stay in this browser. */
export const browserStorage = jsonStorage(() => localStorage);
