import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { AdminSetting, ConfirmationPointView } from '../../../../shared/settings.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LeaveConfirmation } from '../../../ui/leave-confirmation.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { confirmedCountId } from './confirm-line.tsx';
import { SectionMenu } from './section-menu.tsx';
import { filterOf, isFiltered, isShown, type SettingSection, settingSections } from './setting-sections.ts';
import { SettingsSection } from './settings-section.tsx';

/**
 * All settings, one section at a time, with a search over all settings and a filter for settings that no admin has
 * confirmed.
 */
export function SettingsPanel() {
  // Another admin, or this admin in another tab, may have changed settings after they were loaded.
  const whenReturning = { staleTime: 0, refetchOnWindowFocus: true };
  const settings = trpc.admin.settings.list.useQuery(undefined, whenReturning);
  const points = trpc.admin.settings.confirmationPoints.useQuery(undefined, whenReturning);
  const query = {
    data: settings.data && points.data && { settings: settings.data, points: points.data },
    error: settings.error ?? points.error,
    isFetching: settings.isFetching || points.isFetching,
    refetch: () => Promise.all([settings.refetch(), points.refetch()]),
  };
  return (
    <AdminQueryView
      query={query}
      errorTitle="The settings could not be loaded"
      skeleton={<SettingsSkeleton />}
    >
      {(data) => <Settings {...data} />}
    </AdminQueryView>
  );
}

function SettingsSkeleton() {
  return (
    <SkeletonRegion
      label="Loading the settings..."
      className="xl:grid xl:grid-cols-[12rem_minmax(0,1fr)] xl:gap-x-10"
    >
      <div className="mb-6 flex flex-col gap-3">
        {settingSections.map((section) => (
          <Skeleton key={section} className="h-6 w-36 max-xl:hidden" />
        ))}
        <Skeleton className="h-11 xl:hidden" />
      </div>
      <TableSkeleton rows={6} />
    </SkeletonRegion>
  );
}

type SettingsProps = { settings: readonly AdminSetting[]; points: readonly ConfirmationPointView[] };

function Settings({ settings, points }: SettingsProps) {
  const { view, flag } = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  const [typed, setTyped] = useState('');
  const [unsaved, setUnsaved] = useState<ReadonlySet<SettingSection>>(new Set());
  const toConfirm = flag === 'confirm';
  const filter = useMemo(() => filterOf(typed, toConfirm), [typed, toConfirm]);
  const selected = settingSections.find((known) => known === view) ?? settingSections[0];
  const isSectionShown = (section: SettingSection) =>
    isFiltered(filter) ? isShown(section, { settings, points }, filter) : section === selected;

  const markUnsaved = useCallback((section: SettingSection, isDirty: boolean) => {
    setUnsaved((before) => {
      if (before.has(section) === isDirty) return before;
      return new Set(isDirty ? [...before, section] : [...before].filter((other) => other !== section));
    });
  }, []);

  return (
    <>
      <h2 className="sr-only">Settings</h2>
      <section
        aria-label="Search and filter"
        className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3"
      >
        <TextField
          type="search"
          label="Search the settings"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          className="w-full sm:w-72"
        />
        <ToConfirmToggle
          points={points}
          isOn={toConfirm}
          onChange={(isOn) =>
            void navigate({
              search: { tab: 'settings', ...(view && { view }), ...(isOn && { flag: 'confirm' }) },
              resetScroll: false,
            })
          }
        />
      </section>
      <div className="xl:grid xl:grid-cols-[12rem_minmax(0,1fr)] xl:items-start xl:gap-x-10">
        <div className="mb-6 xl:sticky xl:top-20">
          <SectionMenu
            selected={isFiltered(filter) ? undefined : selected}
            unsaved={unsaved}
            onSelect={() => setTyped('')}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-12">
          {!settingSections.some(isSectionShown) && (
            <EmptyState
              title={filter.words.length === 0 ? 'You have confirmed everything.' : 'No setting matches'}
              description={
                filter.words.length === 0
                  ? 'Change any setting whenever you like.'
                  : 'Try another word, such as “email” or “price”.'
              }
            />
          )}
          {/* Every section stays mounted, so that unsaved values are not lost. */}
          {settingSections.map((section) => (
            <div key={section} hidden={!isSectionShown(section)}>
              <SettingsSection
                section={section}
                settings={settings}
                points={points}
                filter={filter}
                onDirty={markUnsaved}
              />
            </div>
          ))}
        </div>
      </div>
      <LeaveConfirmation
        dirty={unsaved.size > 0}
        within="settings"
        text="The settings that you changed are not saved yet."
      />
    </>
  );
}

type ToConfirmToggleProps = {
  points: readonly ConfirmationPointView[];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

function ToConfirmToggle({ points, isOn, onChange }: ToConfirmToggleProps) {
  const confirmed = points.filter(({ confirmedAt }) => confirmedAt !== null).length;
  const left = points.length - confirmed;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p id={confirmedCountId} role="status" tabIndex={-1} className="text-sm text-muted tabular">
          {confirmed} of {points.length} confirmed
        </p>
        <Button
          variant={isOn ? 'primary' : 'secondary'}
          size="small"
          aria-pressed={isOn}
          onClick={() => onChange(!isOn)}
        >
          To confirm {left}
        </Button>
      </div>
      {left > 0 && (
        <div className="w-full text-sm text-muted">
          <p className="measure">
            The values to confirm are in use already. Confirming one changes nothing: it records that an admin
            has checked it. Saving another value confirms it too.
          </p>
        </div>
      )}
    </>
  );
}
