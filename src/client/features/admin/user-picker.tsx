import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { useEffect, useState } from 'react';
import type { AuditPerson } from '../../../shared/admin/audit.ts';
import { fullName } from '../../../shared/person-name.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFrame } from '../../ui/field-frame.tsx';

export type UserPickerProps = {
  label: string;
  selected: AuditPerson | undefined;
  onChange: (id: string | undefined) => void;
};

const typingPauseMs = 250;
const minLength = 2;
const maxShown = 8;

/** Finds a user by parts of the name or email. */
export function UserPicker({ label, selected, onChange }: UserPickerProps) {
  const [typed, setTyped] = useState('');
  const [searchText, setSearchText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isLongEnough = typed.trim().length >= minLength;
  const isCurrent = isLongEnough && typed.trim() === searchText;
  const found = trpc.admin.users.list.useQuery(
    { q: searchText, sort: 'name' },
    { enabled: isCurrent, staleTime: 10_000 },
  );
  // Enter selects the first user, who must match the current search text.
  const people = isCurrent ? (found.data?.items ?? []).slice(0, maxShown) : [];

  return (
    <FieldFrame label={label}>
      {(control) => (
        <Combobox
          value={selected ?? null}
          by="id"
          onChange={(person: AuditPerson | null) => {
            setTyped('');
            onChange(person?.id);
          }}
        >
          <div className="relative">
            <ComboboxInput
              {...control}
              autoComplete="off"
              spellCheck={false}
              placeholder="Name or email"
              displayValue={(person: AuditPerson | null) => person?.name ?? ''}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={(event) => {
                // Enter would close the list before any user was found.
                if (event.key === 'Enter' && people.length === 0) event.preventDefault();
              }}
              className={selected ? 'control pr-20' : 'control'}
            />
            {selected && (
              <Button
                variant="quiet"
                size="small"
                aria-label={`Clear ${label}`}
                onClick={() => onChange(undefined)}
                className="absolute top-1/2 right-1 -translate-y-1/2"
              >
                Clear
              </Button>
            )}
            <ComboboxOptions
              modal={false}
              className="absolute inset-x-0 top-full z-30 mt-1 rounded-card border border-border bg-surface p-1 shadow-float empty:invisible"
            >
              {people.map((person) => (
                <ComboboxOption
                  key={person.id}
                  value={{ id: person.id, name: fullName(person.firstName, person.lastName) }}
                  className="cursor-pointer rounded-control px-3 py-2 text-sm wrap-anywhere data-focus:bg-primary-soft"
                >
                  <span className="font-semibold">
                    {person.firstName} {person.lastName}
                  </span>
                  <span className="block text-muted">{person.email}</span>
                </ComboboxOption>
              ))}
              {isLongEnough && people.length === 0 && (
                <p className="px-3 py-2 text-sm text-muted" role="status">
                  {!isCurrent || found.isFetching
                    ? 'Searching...'
                    : found.error
                      ? 'The search failed'
                      : 'Nobody matches'}
                </p>
              )}
            </ComboboxOptions>
          </div>
        </Combobox>
      )}
    </FieldFrame>
  );
}
