import { useRef, useState } from 'react';
import type { z } from 'zod';
import { savedMeanwhileText } from '../../shared/saved-meanwhile.ts';
import { type FormFields, useFormFields } from './use-form-fields.ts';

type Texts<Name extends string> = Record<Name, string>;

/** A field that was changed here and not saved yet. */
type Edit<Version> = {
  text: string;
  /** The stored text and version when the user began to change the field, or saved again after a conflict. */
  from: string;
  version: Version;
  /** Whether a conflict was reported. A message at the field then names the stored text if it differs from `from`. */
  namesStored: boolean;
};

export type StoredForm<Name extends string, Output, Version> = Omit<FormFields<Name, Output>, 'reset'> & {
  isDirty: boolean;
  /** The stored text that this user saw last, by field. */
  seen: Texts<Name>;
  /** The newest version. If a changed field has a newer text that this user has not seen, the version that was seen. */
  seenVersion: Version;
  discard: () => void;
  /** Called by `useAction` after a conflict. */
  showConflict: () => void;
  /** Called by `useAction` after the values were saved. */
  forgetSent: () => void;
};

export type StoredFormOptions<Name extends string, Output, Version> = {
  /** The stored texts. They may change while the form is open, such as after another admin's save. */
  stored: Texts<Name>;
  /** Identifies the stored state for the server, such as by its `updatedAt`. */
  version: Version;
  schema?: z.ZodType<Output>;
  /** How messages show a stored text; by default, the text itself. */
  describe?: (name: Name, text: string) => string;
  /**
   * Returns a draft: texts that were not saved and, as `seen`, the stored text that the user saw. Only for forms that
   * send `seen`, not `seenVersion`.
   */
  restore?: () => Partial<Record<Name, { text: string; seen: string }>>;
};

/**
 * A form for stored values that others may change while the form is open. Fields that were not changed here show what
 * is stored. A changed field keeps its text, and saving it is a conflict if the stored text is no longer the one that
 * this user saw. After a conflict, the field names the stored text, which counts as seen from then on.
 */
export function useStoredForm<Name extends string, Output, Version>({
  stored,
  version,
  schema,
  describe = (_name, text) => text,
  restore,
}: StoredFormOptions<Name, Output, Version>): StoredForm<Name, Output, Version> {
  const { reset, ...form } = useFormFields<Name, Output>({ initial: () => stored, schema });
  const names = Object.keys(stored) as Name[];
  const [edits, setEdits] = useState(() => {
    const drafts = restore?.();
    const restored: Partial<Record<Name, Edit<Version>>> = {};
    for (const name of names) {
      const draft = drafts?.[name];
      if (draft && draft.text !== stored[name])
        restored[name] = { text: draft.text, from: draft.seen, version, namesStored: false };
    }
    return restored;
  });
  const sent = useRef(stored);
  const textsBy = (textOf: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as Texts<Name>;

  const values = textsBy((name) => edits[name]?.text ?? stored[name]);
  const isUnseen = (name: Name, edit: Edit<Version> | undefined): edit is Edit<Version> =>
    edit !== undefined && !edit.namesStored && edit.from !== stored[name];
  const unseen = names.map((name) => (isUnseen(name, edits[name]) ? edits[name] : undefined)).find(Boolean);

  function updateEdits(update: (edit: Edit<Version>, name: Name) => Edit<Version> | undefined) {
    setEdits((current) => {
      const next: typeof current = {};
      for (const name of names) {
        const edit = current[name];
        const updated = edit && update(edit, name);
        if (updated) next[name] = updated;
      }
      return next;
    });
  }

  function change(part: Partial<Texts<Name>>) {
    setEdits((current) => {
      const next = { ...current };
      for (const name of Object.keys(part) as Name[]) {
        const text = part[name] ?? '';
        const edit = current[name];
        // A text that equals the stored one, as after a save whose response was lost, shows what is stored.
        const before =
          edit && edit.text !== stored[name] ? edit : { from: stored[name], version, namesStored: false };
        // A field that is changed back to its original text shows later stored texts again.
        if (text === before.from && text === stored[name]) delete next[name];
        else next[name] = { ...before, text };
      }
      return next;
    });
    form.change(part);
  }

  function problem(name: Name): string | undefined {
    const edit = edits[name];
    if (!edit?.namesStored || edit.from === stored[name] || edit.text === stored[name]) return undefined;
    return savedMeanwhileText(describe(name, stored[name]) || 'empty');
  }

  function check(): Output | undefined {
    // `form` may contain older texts for the fields that were not changed here.
    form.change(values);
    updateEdits((edit, name) =>
      edit.namesStored ? { ...edit, from: stored[name], version, namesStored: false } : edit,
    );
    sent.current = values;
    return form.check();
  }

  return {
    ...form,
    values,
    change,
    field(name) {
      const field = form.field(name);
      return {
        ...field,
        value: values[name],
        // An error about an earlier stored text does not apply to the current one.
        error: problem(name) ?? (field.value === values[name] ? field.error : undefined),
        onChange({ currentTarget }) {
          const part: Partial<Texts<Name>> = {};
          part[name] = currentTarget.value;
          change(part);
        },
      };
    },
    check,
    checkWith(others) {
      const checked = check();
      return checked && { ...checked, ...others };
    },
    isDirty: names.some((name) => values[name] !== stored[name]),
    seen: textsBy((name) => {
      const edit = edits[name];
      return isUnseen(name, edit) ? edit.from : stored[name];
    }),
    seenVersion: unseen ? unseen.version : version,
    discard() {
      setEdits({});
      reset(stored);
    },
    showConflict: () => updateEdits((edit) => ({ ...edit, namesStored: true })),
    forgetSent: () =>
      updateEdits((edit, name) => {
        const text = sent.current[name];
        return edit.text === text ? undefined : { ...edit, from: text };
      }),
  };
}
