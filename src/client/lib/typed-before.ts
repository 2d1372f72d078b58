type Field = { name: string; value: string };

function isTextField(element: Element): element is Element & Field {
  return 'name' in element && 'value' in element && typeof element.value === 'string';
}

/**
 * What stands in a form's fields without the application knowing it: typed, or filled in by the browser, while the page
 * that the server drew was not alive yet.
 * @param known the texts that the application has, by field
 */
export function typedBefore<Name extends string>(
  form: { elements: Iterable<Element> } | null,
  known: Record<Name, string>,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  const isKnown = (name: string): name is Name => Object.hasOwn(known, name);
  for (const element of form?.elements ?? []) {
    if (!isTextField(element) || !isKnown(element.name)) continue;
    if (element.value !== known[element.name]) found[element.name] = element.value;
  }
  return found;
}
