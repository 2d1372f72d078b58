/** Whether the form has a visible field for each of the names. */
export function showsFields(form: HTMLFormElement | null, names: readonly string[]): boolean {
  const fields = [...(form?.elements ?? [])].filter(
    (field) => !field.matches('[type="hidden"], [hidden] *, [hidden]'),
  );
  return names.every((name) => fields.some((field) => field.getAttribute('name') === name));
}
