import { Link, useNavigate } from '@tanstack/react-router';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { type SettingSection, sectionLabels, settingSections } from './setting-sections.ts';

export type SectionMenuProps = {
  /** Undefined during a search, and while only unconfirmed settings are shown. */
  selected: SettingSection | undefined;
  unsaved: ReadonlySet<SettingSection>;
  onSelect: () => void;
};

const searchOf = (section: SettingSection) => ({ tab: 'settings', view: section }) as const;

/** The sections: a list on the left, a select on narrow screens. */
export function SectionMenu({ selected, unsaved, onSelect }: SectionMenuProps) {
  const navigate = useNavigate({ from: '/admin' });
  return (
    <>
      <SelectField
        label="Section"
        className="xl:hidden"
        value={selected ?? ''}
        {...(selected === undefined && { placeholder: 'All sections' })}
        options={settingSections.map((section) => ({
          value: section,
          label: `${sectionLabels[section].title}${unsaved.has(section) ? ' (unsaved)' : ''}`,
        }))}
        onChange={({ currentTarget }) => {
          const section = settingSections.find((known) => known === currentTarget.value);
          if (!section) return;
          onSelect();
          void navigate({ search: searchOf(section), resetScroll: false });
        }}
      />
      <nav aria-label="Settings sections" className="sticky top-20 max-xl:hidden">
        <ul className="flex flex-col gap-0.5">
          {settingSections.map((section) => (
            <li key={section}>
              <Link
                to="/admin"
                search={searchOf(section)}
                resetScroll={false}
                onClick={onSelect}
                aria-current={section === selected ? 'page' : undefined}
                className={classNames(
                  'flex min-h-9 items-center justify-between gap-2 rounded-control px-3 text-sm no-underline transition-colors',
                  section === selected
                    ? 'bg-primary-soft font-semibold text-primary-text'
                    : 'text-muted hover:bg-sunken hover:text-text',
                )}
              >
                {sectionLabels[section].title}
                {unsaved.has(section) && (
                  <span className="size-2 shrink-0 rounded-full bg-warning">
                    <span className="sr-only">(unsaved)</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
