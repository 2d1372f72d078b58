import { type RefObject, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';

type Texts<Name extends string> = Record<Name, string>;

/** What a text or select field of `ui/` takes. */
export type FieldProps<Name extends string = string> = {
  name: Name;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onBlur: () => void;
};

export type FormFields<Name extends string, Output> = {
  /** Put it on the <form>: the first field in error is looked for inside. */
  formRef: RefObject<HTMLFormElement | null>;
  values: Texts<Name>;
  field: (name: Name) => FieldProps<Name>;
  change: (part: Partial<Texts<Name>>) => void;
  /** The parsed values, or undefined: then the errors are shown and the first one has the focus. */
  check: () => Output | undefined;
  /** Puts the server's remarks beside the values they are about, and the focus on the first. */
  showServerErrors: (fields: Record<string, string> | undefined) => void;
  /** Starts again with other values and no errors. */
  reset: (values: Texts<Name>) => void;
};

export type FormFieldsOptions<Name extends string, Output> = {
  initial: () => Texts<Name>;
  schema: z.ZodType<Output>;
  /** Told of each change that the person made, to keep a draft. */
  onChange?: (values: Texts<Name>) => void;
};

/**
 * Text fields checked by a schema: on submit, and after a first error on leaving a field; an error goes as soon as the
 * value is right (look.md, Forms).
 */
export function useFormFields<Name extends string, Output>({
  initial,
  schema,
  onChange,
}: FormFieldsOptions<Name, Output>): FormFields<Name, Output> {
  const formRef = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  // Autofill changes many fields before the next render.
  const latest = useRef(values);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [serverErrors, setServerErrors] = useState<Record<string, { about: string; message: string }>>({});
  const [checksOnBlur, setChecksOnBlur] = useState(false);
  const [failures, setFailures] = useState(0);

  useEffect(() => {
    if (failures > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);

  function problems(): Record<string, string> {
    const parsed = schema.safeParse(latest.current);
    const found: Record<string, string> = {};
    for (const issue of parsed.error?.issues ?? []) found[String(issue.path[0])] ??= issue.message;
    return found;
  }

  function setError(name: Name, message: string | undefined) {
    setErrors(({ [name]: _previous, ...others }) => (message ? { ...others, [name]: message } : others));
  }

  function change(part: Partial<Texts<Name>>) {
    latest.current = { ...latest.current, ...part };
    setValues(latest.current);
    onChange?.(latest.current);
    const found = problems();
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => found[name])));
  }

  function field(name: Name): FieldProps<Name> {
    const remark = serverErrors[name];
    return {
      name,
      value: values[name],
      error: errors[name] ?? (remark?.about === values[name] ? remark.message : undefined),
      onChange(event) {
        const part: Partial<Texts<Name>> = {};
        part[name] = event.currentTarget.value;
        change(part);
      },
      onBlur() {
        if (checksOnBlur) setError(name, problems()[name]);
      },
    };
  }

  function showFailure() {
    setChecksOnBlur(true);
    setFailures((count) => count + 1);
  }

  return {
    formRef,
    values,
    field,
    change,
    check() {
      setServerErrors({});
      const parsed = schema.safeParse(latest.current);
      if (parsed.success) {
        setErrors({});
        return parsed.data;
      }
      setErrors(problems());
      showFailure();
      return undefined;
    },
    showServerErrors(fields = {}) {
      const given: Record<string, string | undefined> = latest.current;
      setServerErrors(
        Object.fromEntries(
          Object.entries(fields).map(([name, message]) => [name, { about: given[name] ?? '', message }]),
        ),
      );
      showFailure();
    },
    reset(next) {
      latest.current = next;
      setValues(next);
      setErrors({});
      setServerErrors({});
      setChecksOnBlur(false);
    },
  };
}
