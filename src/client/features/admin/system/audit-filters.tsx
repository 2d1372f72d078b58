import { useId, useState } from 'react';
import type { AuditFilter, AuditPage } from '../../../../shared/admin/audit.ts';
import {
  auditActionLabel,
  auditActionsOf,
  auditKindLabels,
  auditKinds,
} from '../../../../shared/admin/audit-actions.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { DayRange } from '../day-range.tsx';
import { FiltersButton } from '../filter-bar.tsx';
import { UserPicker } from '../user-picker.tsx';

export type AuditFiltersProps = {
  filter: AuditFilter;
  /** The names of the people in the filter; undefined while they are loading. */
  filtered: AuditPage['filtered'] | undefined;
  onChange: (changes: Partial<AdminSearch>) => void;
};

export function AuditFilters({ filter, filtered, onChange }: AuditFiltersProps) {
  const { kind, action, actorId, subjectId, from, to } = filter;
  const [expanded, setExpanded] = useState(false);
  const fieldsId = useId();
  const personOf = (id: string | undefined, known: { id: string; name: string } | null | undefined) =>
    id === undefined ? undefined : { id, name: known === undefined ? 'Loading...' : (known?.name ?? id) };
  return (
    <>
      <FiltersButton
        controls={fieldsId}
        activeFilters={Object.values(filter).filter(Boolean).length}
        expanded={expanded}
        onToggle={() => setExpanded(!expanded)}
        className="mb-4 w-full"
      />
      <div
        id={fieldsId}
        className={classNames('mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3', !expanded && 'max-sm:hidden')}
      >
        <SelectField
          label="Kind"
          placeholder="Everything"
          value={kind ?? ''}
          options={auditKinds.map((value) => ({ value, label: auditKindLabels[value] }))}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value, action: '' })}
        />
        <SelectField
          label="What happened"
          placeholder={kind ? 'Anything of this kind' : 'Choose a kind first'}
          disabled={!kind}
          value={action ?? ''}
          options={(kind ? auditActionsOf(kind) : []).map((value) => ({
            value,
            label: auditActionLabel(value),
          }))}
          onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
        />
        <div className="grid grid-cols-2 gap-3">
          <DayRange labels={{ from: 'From', to: 'Until' }} from={from} to={to} onChange={onChange} />
        </div>
        <UserPicker
          label="Done by"
          selected={personOf(actorId, filtered?.actor)}
          onChange={(id) => onChange({ actor: id ?? '' })}
        />
        <UserPicker
          label="About"
          selected={personOf(subjectId, filtered?.subject)}
          onChange={(id) => onChange({ subject: id ?? '' })}
        />
        {Object.values(filter).some(Boolean) && (
          <div className="flex items-end">
            <Button
              variant="quiet"
              onClick={() => onChange({ type: '', action: '', actor: '', subject: '', from: '', to: '' })}
            >
              Clear the filters
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
