import {
  type PaymentFilterInput,
  paymentFilters,
  paymentTypes,
} from '../../../../shared/payments/payment-list.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { DayRange } from '../day-range.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { paymentFilterLabels, paymentTypeLabels } from './payment-search.ts';

export type PaymentFiltersProps = {
  filter: PaymentFilterInput;
  onChange: (changes: Partial<AdminSearch>) => void;
};

export function PaymentFilters({ filter, onChange }: PaymentFiltersProps) {
  const { status, type, from, to } = filter;
  return (
    <FilterBar
      text={filter.q}
      placeholder="Name, email, product or pdf-3"
      maxLength={200}
      onSearch={(q) => onChange({ q })}
      activeFilters={[status !== 'all', type, from, to].filter(Boolean).length}
      inOneRow
    >
      <SelectField
        label="Status"
        value={filter.status}
        options={paymentFilters.map((value) => ({ value, label: paymentFilterLabels[value] }))}
        onChange={({ currentTarget: { value } }) => onChange({ status: value === 'all' ? '' : value })}
      />
      <SelectField
        label="Kind"
        placeholder="All"
        value={filter.type ?? ''}
        options={paymentTypes.map((value) => ({ value, label: paymentTypeLabels[value].many }))}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      />
      <DayRange labels={{ from: 'From', to: 'Until' }} from={from} to={to} onChange={onChange} />
    </FilterBar>
  );
}
