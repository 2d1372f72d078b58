import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { AdminSetting, ConfirmationPointView } from '../../../../shared/settings.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AnnouncementsPanel } from './announcements-panel.tsx';
import { ConfirmLine } from './confirm-line.tsx';
import { EmailTextsPanel } from './email-texts-panel.tsx';
import { LegalNoticesPanel } from './legal-notices-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { PageTextsPanel } from './page-texts-panel.tsx';
import { PlanAmountsForm } from './plan-amounts-form.tsx';
import { factLabels, isFact } from './setting-labels.ts';
import {
  factsOf,
  groupOf,
  matchesIn,
  type SettingFilter,
  type SettingSection,
  sectionLabels,
} from './setting-sections.ts';
import { SettingsForm } from './settings-form.tsx';

export type SettingsSectionProps = {
  section: SettingSection;
  settings: readonly AdminSetting[];
  points: readonly ConfirmationPointView[];
  filter: SettingFilter;
  onDirty: (section: SettingSection, isDirty: boolean) => void;
};

/** One section of the settings, with the fields that match the filter or were changed. */
export function SettingsSection({ section, settings, points, filter, onDirty }: SettingsSectionProps) {
  const { title, note } = sectionLabels[section];
  const shown = matchesIn(section, { settings, points }, filter);
  // A fact that an admin should confirm and that is not a setting, such as the membership prices.
  const fact = points.find(({ point }) => point === factsOf[section] && shown.includes(point));
  const report = useCallback((isDirty: boolean) => onDirty(section, isDirty), [section, onDirty]);
  const group = groupOf(section);
  const sectionSettings = useMemo(
    () => settings.filter((setting) => setting.group === group),
    [settings, group],
  );
  return (
    <Section title={title} note={note} noteBelow>
      {fact && isFact(fact.point) && (
        <div className="mb-5">
          <p className="measure text-sm">{factLabels[fact.point].text}</p>
          <ConfirmLine point={fact} label={factLabels[fact.point].label} />
        </div>
      )}
      {section === 'legal' && (
        <p className="mb-5 measure text-sm">
          To change the texts themselves, open the{' '}
          <Link to="/terms-of-service" className="text-link">
            Terms of Service
          </Link>{' '}
          or the{' '}
          <Link to="/privacy-policy" className="text-link">
            privacy policy
          </Link>{' '}
          and choose “Edit this page”.
        </p>
      )}
      {section === 'look' && <LookPanel onDirty={report} />}
      {section === 'pages' && <PageTextsPanel />}
      {section === 'emails' && <EmailTextsPanel />}
      {section === 'contact' && <OldStatementName settings={settings} points={points} />}
      {group && group !== 'look' && (
        <SettingsForm
          title={title}
          settings={sectionSettings}
          points={points}
          shown={shown}
          onDirty={report}
        />
      )}
      {section === 'prices' && <PlanAmountsForm onDirty={report} />}
      {section === 'announcement' && <AnnouncementsPanel />}
      {section === 'notices' && <LegalNoticesPanel />}
    </Section>
  );
}

/**
 * A notice that card statements still show the default name. Shown after the academy's name was changed, until an admin
 * changes or confirms the name on statements.
 */
function OldStatementName({ settings, points }: Pick<SettingsSectionProps, 'settings' | 'points'>) {
  const name = settings.find(({ key }) => key === 'academyName');
  const onStatements = settings.find(({ key }) => key === 'statementDescriptor');
  const isConfirmed = points.some(
    ({ point, confirmedAt }) => point === 'statementDescriptor' && confirmedAt !== null,
  );
  if (!name || !onStatements || isConfirmed) return null;
  if (name.value === name.default || onStatements.value !== onStatements.default) return null;
  return (
    <Notice tone="warning" title={`Card statements still say “${onStatements.value}”`} className="mb-5">
      <Link to="/admin" search={{ tab: 'settings', view: 'legal' }} className={adminLinkClass}>
        Change the name on card statements
      </Link>
    </Notice>
  );
}
