import { type PurchaseFilterInput, purchaseFilters } from '../../../../shared/payments/purchase-list.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { purchaseFilterLabels } from './purchase-search.ts';

export type PurchaseFiltersProps = {
  filter: PurchaseFilterInput;
  onChange: (changes: Partial<AdminSearch>) => void;
};

/** Filters of the purchase list. */
export function PurchaseFilters({ filter, onChange }: PurchaseFiltersProps) {
  const { status, type, from, to } = filter;
  return (
    <FilterBar
      words={filter.q}
      searched="Name, email, product or key"
      longestWords={200}
      onWords={(words) => onChange({ q: words })}
      narrowing={[status !== 'all', type, from, to].filter(Boolean).length}
      inOneRow
    >
      <SelectField
        label="Status"
        value={filter.status}
        options={purchaseFilters.map((value) => ({ value, label: purchaseFilterLabels[value] }))}
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
    </FilterBar>
  );
}
