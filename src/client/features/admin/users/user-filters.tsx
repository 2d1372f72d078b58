import {
  accountStates,
  type UserListInput,
  userKycFilters,
  userSorts,
} from '../../../../shared/admin/admin-users.ts';
import { subscriptionPlans } from '../../../../shared/enums.ts';
import { planName } from '../../../lib/labels.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { trpc } from '../../../trpc.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { DayRange } from '../day-range.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { withSelected } from '../with-selected.ts';
import { accountStateLabels, kycFilterLabels, sortLabels } from './user-search.ts';

export type UserFiltersProps = { filter: UserListInput; onChange: (changes: Partial<AdminSearch>) => void };

export function UserFilters({ filter, onChange }: UserFiltersProps) {
  const { kyc, plan, role, account, tag, from, to } = filter;
  const tags = trpc.admin.users.tags.useQuery(undefined, { staleTime: 30_000 }).data ?? [];
  return (
    <FilterBar
      text={filter.q ?? ''}
      placeholder="Part of a name or email"
      maxLength={100}
      onSearch={(q) => onChange({ q })}
      activeFilters={[kyc, plan, role, account, tag, from, to].filter(Boolean).length}
    >
      <SelectField
        label="Membership"
        className="max-sm:col-span-2"
        placeholder="Any membership"
        options={subscriptionPlans.map((value) => ({ value, label: planName(value) }))}
        value={filter.plan ?? ''}
        onChange={(event) => onChange({ plan: event.currentTarget.value })}
      />
      <SelectField
        label="KYC"
        placeholder="Any status"
        options={userKycFilters.map((value) => ({ value, label: kycFilterLabels[value] }))}
        value={filter.kyc ?? ''}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
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
        options={accountStates.map((value) => ({ value, label: accountStateLabels[value].label }))}
        value={filter.account ?? ''}
        onChange={(event) => onChange({ account: event.currentTarget.value })}
      />
      <SelectField
        label="Tag"
        placeholder="Any tag"
        options={withSelected(
          tags.map((each) => ({
            value: each.tag,
            label: `${each.tag} (${each.people.toLocaleString('en-US')})`,
          })),
          tag,
        )}
        value={tag ?? ''}
        onChange={(event) => onChange({ tag: event.currentTarget.value })}
      />
      <DayRange
        labels={{ from: 'Joined from', to: 'Joined until' }}
        from={from}
        to={to}
        onChange={onChange}
      />
      {/* Wider screens sort by the headers of the table. */}
      <SelectField
        label="Sort by"
        className="max-sm:col-span-2 sm:hidden"
        options={userSorts.map((value) => ({ value, label: sortLabels[value] }))}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value })}
      />
    </FilterBar>
  );
}
