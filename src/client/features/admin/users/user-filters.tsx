import { useEffect, useRef, useState } from 'react';
import {
  accountStates,
  type UserListInput,
  userKycFilters,
  userSorts,
} from '../../../../shared/admin-users.ts';
import { subscriptionPlans } from '../../../../shared/enums.ts';
import { planName } from '../../../lib/plan-names.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { accountStateWords, kycFilterWords, sortWords } from './user-search.ts';

export type UserFiltersProps = { filter: UserListInput; onChange: (changes: Partial<AdminSearch>) => void };

const typingPause = 300;

/** Search, narrowing and order of the list of users (J4). */
export function UserFilters({ filter, onChange }: UserFiltersProps) {
  const [words, setWords] = useState(filter.q ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className="mb-6 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4 lg:grid-cols-4">
      <TextField
        label="Find"
        className="max-sm:col-span-2"
        type="search"
        placeholder="Part of a name or email"
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
        label="KYC"
        placeholder="Any status"
        options={userKycFilters.map((value) => ({ value, label: kycFilterWords[value] }))}
        value={filter.kyc ?? ''}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      />
      <SelectField
        label="Plan"
        placeholder="Any plan"
        options={subscriptionPlans.map((value) => ({ value, label: planName(value) }))}
        value={filter.plan ?? ''}
        onChange={(event) => onChange({ plan: event.currentTarget.value })}
      />
      <SelectField
        label="Role"
        placeholder="Any role"
        options={[
          { value: 'user', label: 'User' },
          { value: 'admin', label: 'Admin' },
        ]}
        value={filter.role ?? ''}
        onChange={(event) => onChange({ role: event.currentTarget.value })}
      />
      <SelectField
        label="Account"
        placeholder="Any state"
        options={accountStates.map((value) => ({ value, label: accountStateWords[value].word }))}
        value={filter.account ?? ''}
        onChange={(event) => onChange({ account: event.currentTarget.value })}
      />
      <TextField
        label="Joined from"
        type="date"
        value={filter.from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextField
        label="Joined until"
        type="date"
        value={filter.to ?? ''}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <SelectField
        label="Order"
        options={userSorts.map((value) => ({ value, label: sortWords[value] }))}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value })}
      />
    </div>
  );
}
