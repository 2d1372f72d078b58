import { useEffect, useRef, useState } from 'react';
import { documentTypeNames, documentTypes } from '../../../../shared/enums.ts';
import { type KycQueueInput, kycFlags, kycFlagTexts } from '../../../../shared/kyc-review.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';

export type KycFiltersProps = {
  filter: KycQueueInput;
  countries: readonly string[];
  onChange: (changes: Partial<AdminSearch>) => void;
};

const typingPause = 300;

/** Search and narrowing of the queue (B6). */
export function KycFilters({ filter, countries, onChange }: KycFiltersProps) {
  const [words, setWords] = useState(filter.q ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className="mb-6 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <TextField
        label="Find"
        className="max-sm:col-span-2"
        type="search"
        placeholder="Name or email"
        maxLength={100}
        value={words}
        onChange={({ currentTarget: { value } }) => {
          setWords(value);
          // The address and the server follow when the typing pauses.
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange({ q: value.trim() }), typingPause);
        }}
      />
      <SelectField
        label="Country"
        placeholder="All countries"
        options={countries.map((country) => ({ value: country, label: country }))}
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
        options={kycFlags.map((flag) => ({ value: flag, label: kycFlagTexts[flag].label }))}
        value={filter.flag ?? ''}
        onChange={(event) => onChange({ flag: event.currentTarget.value })}
      />
      <SelectField
        label="Claimed by"
        placeholder="Anyone"
        options={[
          { value: 'me', label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
        ]}
        value={filter.assignee ?? ''}
        onChange={(event) => onChange({ assignee: event.currentTarget.value })}
      />
    </div>
  );
}
