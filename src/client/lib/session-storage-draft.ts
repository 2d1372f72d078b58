import { type JsonStorage, tabStorage } from './browser-storage.ts';

export type Draft<Field extends string> = {
  /** The saved values, by field; empty when there are none or they cannot be read. */
  load: () => Partial<Record<Field, string>>;
  /** Replaces the saved values with the listed fields of `values` that are not empty. */
  save: (values: { [field in Field]?: string | undefined }) => void;
  clear: () => void;
};

/**
 * Saves the text entered in a form for the lifetime of the tab, so that a reload does not lose it. Saves only the listed
 * fields.
 * @throws Error when the name of a listed field contains "password" or "secret", because secrets must not be stored
 */
export function sessionStorageDraft<const Field extends string>(
  formKey: string,
  fields: readonly Field[],
  storage: JsonStorage = tabStorage,
): Draft<Field> {
  const secret = fields.find((field) => /password|secret/i.test(field));
  if (secret) throw new Error(`The draft of ${formKey} must not contain ${secret}`);
  const key = `draft:${formKey}`;
  return {
    load() {
      const draft: Partial<Record<Field, string>> = {};
      const stored = storage.read(key);
      if (typeof stored !== 'object' || stored === null) return draft;
      for (const field of fields) {
        const value: unknown = Reflect.get(stored, field);
        if (typeof value === 'string') draft[field] = value;
      }
      return draft;
    },
    save(values) {
      const filled = fields.filter((field) => values[field]).map((field) => [field, values[field]]);
      if (filled.length === 0) storage.remove(key);
      else storage.write(key, Object.fromEntries(filled));
    },
    clear: () => storage.remove(key),
  };
}
