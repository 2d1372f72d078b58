import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { showsFields } from './shows-fields.ts';
import { useHydrated } from './use-hydrated.ts';

type Texts<Name extends string> = Record<Name, string>;

/** The props of a text or select field of `ui/`. */
export type FieldProps<Name extends string = string> = {
  name: Name;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onBlur: () => void;
};

export type FieldState<Name extends string> = {
  /** To be set on the <form>, in which the first invalid field is focused. */
  formRef: RefObject<HTMLFormElement | null>;
  values: Texts<Name>;
  field: (name: Name) => FieldProps<Name>;
  change: (part: Partial<Texts<Name>>) => void;
  /**
   * Shows the server's errors beside their fields and focuses the first.
   * @returns false if one of the errors is about a field that the form does not show, or about a value that the user
   * has changed since it was sent
   */
  showServerErrors: (fields: Record<string, string> | undefined) => boolean;
  /** Replaces all values and removes all errors. */
  reset: (values: Texts<Name>) => void;
  /**
   * For `onSuccess`: like `reset`, unless the user has changed the values since they were sent.
   * @returns whether the values were reset
   */
  resetSent: (values: Texts<Name>) => boolean;
};

export type FieldStateOptions<Name extends string> = {
  initial: () => Texts<Name>;
  /** Returns a saved draft. Called only in the browser. Text that the user has already typed takes precedence. */
  restore?: () => Partial<Texts<Name>>;
  /** Called after each change, except by a reset, for example to save a draft. */
  onChange?: (values: Texts<Name>) => void;
};

/**
 * Values and errors of text fields. The fields are validated on submit and, after a first error, on blur. An error
 * disappears as soon as the value is valid.
 * @param currentSchema - validates the values; undefined while it is loading, or if it could not be loaded
 */
export function useFieldState<Name extends string, Output>(
  { initial, restore, onChange }: FieldStateOptions<Name>,
  currentSchema: () => z.ZodType<Output> | undefined,
): FieldState<Name> & { check: () => Output | undefined } {
  const formRef = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [serverRendered] = useState(!hydrated);
  const [values, setValues] = useState(() => (serverRendered ? initial() : { ...initial(), ...restore?.() }));
  // Always current, because autofill may change several fields before the next render.
  const latest = useRef(values);
  /** The values that were valid at the last check, and so were sent. */
  const sent = useRef<Texts<Name>>(undefined);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [serverErrors, setServerErrors] = useState<Record<string, { about: string; message: string }>>({});
  const [validatesOnBlur, setValidatesOnBlur] = useState(false);
  const [failures, setFailures] = useState(0);

  // Runs before the next render, which would replace the typed values with those in state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only values from before hydration are restored
  useLayoutEffect(() => {
    if (!serverRendered) return;
    const found = { ...restore?.(), ...inputBeforeHydration(formRef.current, latest.current) };
    if (Object.keys(found).length > 0) change(found);
  }, []);

  useEffect(() => {
    if (failures > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);

  function findErrors(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const issue of currentSchema()?.safeParse(latest.current).error?.issues ?? [])
      found[String(issue.path[0])] ??= issue.message;
    for (const name of incompleteDates(formRef.current)) found[name] ??= 'Complete the date, or clear it';
    return found;
  }

  function setError(name: Name, message: string | undefined) {
    setErrors(({ [name]: _previous, ...others }) => (message ? { ...others, [name]: message } : others));
  }

  function change(part: Partial<Texts<Name>>) {
    latest.current = { ...latest.current, ...part };
    setValues(latest.current);
    onChange?.(latest.current);
    const found = findErrors();
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => found[name])));
  }

  function field(name: Name): FieldProps<Name> {
    const fromServer = serverErrors[name];
    return {
      name,
      value: values[name],
      error: errors[name] ?? (fromServer?.about === values[name] ? fromServer.message : undefined),
      onChange(event) {
        const part: Partial<Texts<Name>> = {};
        part[name] = event.currentTarget.value;
        change(part);
      },
      onBlur() {
        if (validatesOnBlur) setError(name, findErrors()[name]);
      },
    };
  }

  function reset(next: Texts<Name>) {
    latest.current = next;
    setValues(next);
    setErrors({});
    setServerErrors({});
    setValidatesOnBlur(false);
  }

  function showFailure() {
    setValidatesOnBlur(true);
    setFailures((count) => count + 1);
  }

  return {
    formRef,
    values,
    field,
    change,
    check() {
      setServerErrors({});
      const found = findErrors();
      setErrors(found);
      if (Object.keys(found).length > 0) {
        showFailure();
        return undefined;
      }
      sent.current = latest.current;
      const schema = currentSchema();
      return schema ? schema.parse(latest.current) : (latest.current as Output);
    },
    showServerErrors(fields = {}) {
      const currentValues: Record<string, string | undefined> = latest.current;
      const sentValues: Record<string, string | undefined> = sent.current ?? currentValues;
      const names = Object.keys(fields);
      setServerErrors(
        Object.fromEntries(
          Object.entries(fields).map(([name, message]) => [name, { about: sentValues[name] ?? '', message }]),
        ),
      );
      showFailure();
      return (
        showsFields(formRef.current, names) && names.every((name) => sentValues[name] === currentValues[name])
      );
    },
    reset,
    resetSent(next) {
      const isSent = JSON.stringify(latest.current) === JSON.stringify(sent.current);
      if (isSent) reset(next);
      return isSent;
    },
  };
}

/** The names of date fields that are only partly filled in. The browser reports the value of such a field as empty. */
function incompleteDates(form: HTMLFormElement | null): string[] {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('[type^=date]') ?? [])];
  return fields.filter(({ validity }) => validity.badInput).map(({ name }) => name);
}

type Field = { name: string; value: string };

function isTextField(element: Element): element is Element & Field {
  return 'name' in element && 'value' in element && typeof element.value === 'string';
}

/**
 * Field values that React state does not have, because they were typed or autofilled before hydration.
 * @param stateValues - the values in React's state, by field
 */
function inputBeforeHydration<Name extends string>(
  form: { elements: Iterable<Element> } | null,
  stateValues: Record<Name, string>,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  const isField = (name: string): name is Name => Object.hasOwn(stateValues, name);
  for (const element of form?.elements ?? []) {
    if (!isTextField(element) || !isField(element.name)) continue;
    if (element.value !== stateValues[element.name]) found[element.name] = element.value;
  }
  return found;
}
