import { useEffect, useState } from 'react';

type Texts<Name extends string> = Record<Name, string>;

/** When the stored values change, such as after another admin's save, updates the fields that were not edited. */
export function useStoredValues<Name extends string>(
  stored: Texts<Name>,
  form: NoInfer<{ values: Texts<Name>; change: (part: Partial<Texts<Name>>) => void }>,
): void {
  const [previous, setPrevious] = useState(stored);
  const names = Object.keys(stored) as Name[];
  const changed = names.filter((name) => previous[name] !== stored[name]);
  useEffect(() => {
    if (changed.length === 0) return;
    const part: Partial<Texts<Name>> = {};
    for (const name of changed) if (form.values[name] === previous[name]) part[name] = stored[name];
    form.change(part);
    setPrevious(stored);
  });
}
