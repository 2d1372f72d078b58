import type { TomlValue } from '../toml.ts';

/**
 * Reads the part of TOML that the poker hand history format (PHH) uses: keys with single-line strings, numbers,
 * booleans, dates and arrays; no tables.
 * @throws RangeError that names the line if the text contains anything else
 */
export function readToml(text: string): Map<string, TomlValue> {
  const values = new Map<string, TomlValue>();
  let at = 0;

  const fail = (what: string): never => {
    throw new RangeError(`Line ${text.slice(0, at).split('\n').length}: ${what}`);
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  const skipBlank = () => match(/(?:\s|#[^\n]*)*/y);

  function readValue(depth: number): TomlValue {
    if (match(/\[/y)) return readArray(depth);
    const basic = match(/"((?:[^"\\\n]|\\.)*)"/y);
    if (basic) return unescaped(basic[1] ?? '');
    const literal = match(/'([^'\n]*)'/y);
    if (literal) return literal[1] ?? '';
    const bare = match(/[\w+.:-]+/y)?.[0] ?? fail('a value is missing');
    if (bare === 'true' || bare === 'false') return bare === 'true';
    if (/^[+-]?(inf|nan)$/.test(bare)) return bare.includes('nan') ? Number.NaN : infinite(bare);
    if (/^[+-]?\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?$/.test(bare)) return Number(bare.replaceAll('_', ''));
    if (/^\d{4}-\d\d-\d\d|^\d\d:\d\d/.test(bare)) return bare;
    return fail(`not a value: ${bare}`);
  }

  function readArray(depth: number): TomlValue[] {
    if (depth > 4) fail('arrays are nested too deep');
    const list: TomlValue[] = [];
    for (;;) {
      skipBlank();
      if (match(/\]/y)) return list;
      list.push(readValue(depth + 1));
      skipBlank();
      if (!match(/,/y) && text[at] !== ']') fail('a comma or ] is missing');
    }
  }

  function unescaped(inner: string): string {
    try {
      return JSON.parse(`"${inner.replaceAll('\t', '\\t')}"`) as string;
    } catch {
      return fail('not a string');
    }
  }

  for (skipBlank(); at < text.length; skipBlank()) {
    const key = match(/([\w-]+)[ \t]*=[ \t]*/y)?.[1] ?? fail('not a key with a value');
    if (values.has(key)) fail(`${key} is given twice`);
    values.set(key, readValue(0));
    if (!match(/[ \t]*(#[^\n]*)?(\r?\n|$)/y)) fail('unexpected text after the value');
  }
  return values;
}

const infinite = (bare: string) =>
  bare.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
