import { type AdminSetting, type ConfirmationPointView, settingGroups } from '../../../../shared/settings.ts';
import { trpc } from '../../../trpc.ts';
import { Section } from '../../../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminErrorState } from '../admin-query-view.tsx';
import { ConfirmBox } from '../confirm-box.tsx';
import { AnnouncementsPanel } from './announcements-panel.tsx';
import { EmailTextsPanel } from './email-texts-panel.tsx';
import { LegalNoticesPanel } from './legal-notices-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { PlanAmountsForms } from './plan-amounts-forms.tsx';
import { groupLabels } from './setting-labels.ts';
import { SettingRow } from './setting-row.tsx';

/** All settings, and the list of values that the owner must confirm. */
export function SettingsPanel() {
  const settings = trpc.admin.settings.list.useQuery();
  const points = trpc.admin.settings.confirmationPoints.useQuery();
  const error = settings.error ?? points.error;
  if (error) {
    return (
      <AdminErrorState
        title="The settings could not be loaded"
        query={{
          error,
          refetch: () => Promise.all([settings.refetch(), points.refetch()]),
          isFetching: settings.isFetching || points.isFetching,
        }}
      />
    );
  }
  if (!settings.data || !points.data) {
    return (
      <SkeletonRegion label="Loading the settings..." className="flex flex-col gap-6">
        <Skeleton className="h-64" />
        <TableSkeleton rows={8} />
      </SkeletonRegion>
    );
  }
  return <Settings settings={settings.data} points={points.data} />;
}

function Settings({
  settings,
  points,
}: {
  settings: readonly AdminSetting[];
  points: readonly ConfirmationPointView[];
}) {
  return (
    <>
      <h2 className="sr-only">Settings</h2>
      <ConfirmBox points={points} settings={settings} />
      <Section
        title="Announcement"
        note="One sentence at the bottom of every page, until a day you choose. Everyone can dismiss it."
        className="mt-12!"
      >
        <AnnouncementsPanel />
      </Section>
      <Section
        title="Changed terms"
        note="The terms and the privacy policy promise an email before a change counts."
      >
        <LegalNoticesPanel />
      </Section>
      <Section
        title="Emails"
        note="What students receive. Buttons, amounts and dates are added to each email, and it is signed with the academy’s name."
      >
        <EmailTextsPanel />
      </Section>
      <Section
        title="Membership prices"
        note="A new price counts from the next checkout. Running subscriptions keep theirs."
      >
        <PlanAmountsForms />
      </Section>
      {settingGroups.map((group) => (
        <Section key={group} title={groupLabels[group].title} note={groupLabels[group].note}>
          {group === 'look' ? (
            <LookPanel />
          ) : (
            <div className="divide-y divide-border border-y border-border">
              {settings
                .filter((setting) => setting.group === group)
                .map((setting) => (
                  <SettingRow key={setting.key} setting={setting} />
                ))}
            </div>
          )}
        </Section>
      ))}
    </>
  );
}
