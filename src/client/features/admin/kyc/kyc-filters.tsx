import { documentTypeNames, documentTypes } from '../../../../shared/enums.ts';
import { type KycQueueInput, kycFlagLabels, kycFlags } from '../../../../shared/kyc/kyc-review.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { withSelected } from '../with-selected.ts';

export type KycFiltersProps = {
  filter: KycQueueInput;
  countries: readonly { value: string; label: string }[];
  onChange: (changes: Partial<AdminSearch>) => void;
};

export function KycFilters({ filter, countries, onChange }: KycFiltersProps) {
  const { country, documentType, flag, assignee } = filter;
  return (
    <FilterBar
      text={filter.q ?? ''}
      placeholder="Name or email"
      maxLength={100}
      onSearch={(q) => onChange({ q })}
      activeFilters={[country, documentType, flag, assignee].filter(Boolean).length}
      inOneRow
    >
      <SelectField
        label="Country"
        placeholder="All countries"
        options={withSelected(countries, country)}
        value={filter.country ?? ''}
        onChange={(event) => onChange({ country: event.currentTarget.value })}
      />
      <SelectField
        label="Document"
        placeholder="All documents"
        options={documentTypes.map((type) => ({ value: type, label: documentTypeNames[type] }))}
        value={filter.documentType ?? ''}
        onChange={(event) => onChange({ document: event.currentTarget.value })}
      />
      <SelectField
        label="Warning"
        placeholder="All cases"
        options={kycFlags.map((value) => ({ value, label: kycFlagLabels[value] }))}
        value={filter.flag ?? ''}
        onChange={(event) => onChange({ flag: event.currentTarget.value })}
      />
      <SelectField
        label="Claimed by"
        placeholder="Any admin"
        options={[
          { value: 'me', label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
        ]}
        value={filter.assignee ?? ''}
        onChange={(event) => onChange({ assignee: event.currentTarget.value })}
      />
    </FilterBar>
  );
}
