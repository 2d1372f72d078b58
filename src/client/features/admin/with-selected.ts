type Option = { value: string; label: string };

/**
 * Adds the selected value to the options of a filter if it is not one of them, because the URL can contain any value.
 */
export function withSelected(options: readonly Option[], selected: string | undefined): readonly Option[] {
  if (!selected || options.some(({ value }) => value === selected)) return options;
  return [{ value: selected, label: selected }, ...options];
}
