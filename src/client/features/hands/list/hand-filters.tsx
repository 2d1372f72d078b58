import { useEffect, useRef } from 'react';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import type { HandsSearch } from '../../../../shared/hands/hand-search.ts';
import { leakOptions } from '../../../../shared/practice/leaks.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';

export type HandFiltersProps = {
  search: HandsSearch;
  onChange: (changes: HandsSearch) => void;
  onClear: () => void;
};

const any = { value: '', label: 'All' };
const all = (values: readonly string[]) => [any, ...values.map((value) => ({ value, label: value }))];
const positions = ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'UTG+3', 'UTG+4', 'LJ', 'HJ', 'CO', 'BTN'];

/** The filters of the list of hands. The URL contains them. */
export function HandFilters({ search, onChange, onClear }: HandFiltersProps) {
  const opponentLabels = trpc.hands.labels.useQuery();
  const labels = opponentLabels.data ?? [];
  // A label in the URL may differ in case from the stored label, or may no longer be in use.
  const label = labels.find((each) => each.toLowerCase() === search.label?.toLowerCase()) ?? search.label;
  const isFiltered = Object.keys(search).length > 0;
  const searchField = useRef<HTMLInputElement>(null);
  const pick = (name: keyof HandsSearch) => ({
    value: search[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for text typed before hydration
  useEffect(() => {
    const { value = '', defaultValue = '' } = searchField.current ?? {};
    if (value !== defaultValue) onChange({ q: value });
  }, []);

  // A link or the back button changes the search text too. While the user types, the URL may lag behind the field.
  useEffect(() => {
    const field = searchField.current;
    if (field && field !== document.activeElement) field.value = search.q ?? '';
  }, [search.q]);

  return (
    <section aria-label="Filters" className="grid grid-cols-2 gap-3 lg:grid-cols-1">
      <TextField
        ref={searchField}
        label="Search"
        type="search"
        autoComplete="off"
        maxLength={handBounds.searchLength}
        defaultValue={search.q ?? ''}
        hint="In names, notes and summary lines, also cards such as AhKd"
        onChange={(event) => onChange({ q: event.currentTarget.value })}
        className="col-span-2 lg:col-span-1"
      />
      <SelectField label="Position" {...pick('position')} options={all(positions)} />
      <SelectField
        label="Kind"
        {...pick('kind')}
        options={[any, { value: 'cash', label: 'Cash game' }, { value: 'tournament', label: 'Tournament' }]}
      />
      <SelectField
        label="Result"
        {...pick('result')}
        options={[
          any,
          { value: 'won', label: 'Won' },
          { value: 'lost', label: 'Lost' },
          { value: 'even', label: 'Even' },
        ]}
      />
      <SelectField label="Leak" {...pick('leak')} options={[any, ...leakOptions]} />
      <SelectField
        label="Coach"
        {...pick('asked')}
        options={[any, { value: 'yes', label: 'Asked a coach' }]}
      />
      <SelectField
        label="Opponent"
        {...pick('label')}
        value={label ?? ''}
        options={all(label && !labels.includes(label) ? [...labels, label] : labels)}
      />
      <DateField label="Played from" {...pick('from')} />
      <DateField label="Played until" {...pick('to')} />
      <SelectField
        label="Link"
        {...pick('shared')}
        options={[any, { value: 'yes', label: 'Has an open link' }]}
      />
      <SelectField label="Star" {...pick('starred')} options={[any, { value: 'yes', label: 'Starred' }]} />
      <SelectField
        label="Rules"
        {...pick('odd')}
        options={[any, { value: 'yes', label: 'Differs from the rules' }]}
      />
      {isFiltered && (
        <Button variant="quiet" size="small" onClick={onClear} className="justify-self-start">
          Clear filters
        </Button>
      )}
    </section>
  );
}
