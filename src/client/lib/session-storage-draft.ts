type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type Draft<Field extends string> = {
  /** The saved values, by field; empty when there are none or they cannot be read. */
  load: () => Partial<Record<Field, string>>;
  /** Saves the listed fields of `values`. Other fields are left out. */
  save: (values: { [field in Field]?: string | undefined }) => void;
  clear: () => void;
};

/**
 * Saves the typed text of a form for the lifetime of the tab, so that a reload does not lose it. Saves only the listed
 * fields.
 * @throws Error when a listed field is a password: secrets are never written to storage
 */
export function sessionStorageDraft<const Field extends string>(
  formKey: string,
  fields: readonly Field[],
  storage?: DraftStorage,
): Draft<Field> {
  const secret = fields.find((field) => /password|secret/i.test(field));
  if (secret) throw new Error(`The draft of ${formKey} must not keep ${secret}`);
  const key = `draft:${formKey}`;
  // Resolved on use, because the server, which renders some of these forms, has no storage.
  const open = () => storage ?? sessionStorage;

  return {
    load() {
      const draft: Partial<Record<Field, string>> = {};
      const stored = readJson(open, key);
      if (typeof stored !== 'object' || stored === null) return draft;
      for (const field of fields) {
        const value: unknown = Reflect.get(stored, field);
        if (typeof value === 'string') draft[field] = value;
      }
      return draft;
    },
    save(values) {
      const kept = fields.filter((field) => values[field]).map((field) => [field, values[field]]);
      try {
        open().setItem(key, JSON.stringify(Object.fromEntries(kept)));
      } catch (error) {
        // If storage is full or not available (private windows), the form works without a saved draft.
        console.warn('The draft could not be stored', error);
      }
    },
    clear() {
      try {
        open().removeItem(key);
      } catch (error) {
        console.warn('The draft could not be removed', error);
      }
    },
  };
}

function readJson(open: () => DraftStorage, key: string): unknown {
  try {
    return JSON.parse(open().getItem(key) ?? 'null');
  } catch {
    // Written by another version of the form, or unavailable. Both count as empty.
    return null;
  }
}
