import { useEffect, useRef, useState } from 'react';
import { type PurchaseFilterInput, purchaseFilters } from '../../../../shared/purchase-list.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { purchaseFilterWords } from './purchase-search.ts';

export type PurchaseFiltersProps = {
  filter: PurchaseFilterInput;
  onChange: (changes: Partial<AdminSearch>) => void;
};

const typingPause = 300;

/** Which purchases are meant (J10). */
export function PurchaseFilters({ filter, onChange }: PurchaseFiltersProps) {
  const [words, setWords] = useState(filter.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className="mb-4 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <TextField
        label="Find"
        type="search"
        placeholder="Name, email, product or key"
        maxLength={200}
        className="max-lg:col-span-2"
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value);
          // The address and the server follow when the typing pauses.
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange({ q: value.trim() }), typingPause);
        }}
      />
      <SelectField
        label="Status"
        value={filter.status}
        options={purchaseFilters.map((value) => ({ value, label: purchaseFilterWords[value] }))}
        onChange={({ currentTarget: { value } }) => onChange({ status: value === 'all' ? '' : value })}
      />
      <SelectField
        label="Type"
        placeholder="Both"
        value={filter.type ?? ''}
        options={[
          { value: 'pdf', label: 'PDFs' },
          { value: 'session', label: 'Sessions' },
        ]}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      />
      <TextField
        label="Sold from"
        type="date"
        value={filter.from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextField
        label="Sold until"
        type="date"
        value={filter.to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </div>
  );
}
