/** Dates and times are strings. */
export type TomlValue = string | number | boolean | TomlValue[];

/** Writes keys with values. Arrays of strings have a line for each string. */
export function writeToml(values: Iterable<readonly [string, TomlValue]>): string {
  return [...values].map(([key, value]) => `${key} = ${valueText(value)}\n`).join('');
}

function valueText(value: TomlValue): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (value.some((each) => typeof each === 'string')) {
    return `[\n${value.map((each) => `  ${valueText(each)},\n`).join('')}]`;
  }
  return `[${value.map(valueText).join(', ')}]`;
}
