import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import type { TabsProps } from './tabs.tsx';

export type RailTabsProps<Key extends string> = Omit<TabsProps<Key>, 'items'> & {
  items: readonly {
    key: Key;
    label: string;
    /** The number of items in the tab that wait to be handled; hidden for 0. */
    count?: number | undefined;
    content: ReactNode;
  }[];
  /** Hides the rail, so that the content has the full width. The content must then link back to the rail. */
  withoutRail: boolean;
};

/** Tabs in a rail at the left. On narrow screens, a button shows which tab is open, and opens the list of tabs. */
export function RailTabs<Key extends string>({
  items,
  selected,
  onChange,
  label,
  withoutRail,
}: RailTabsProps<Key>) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const selectedIndex = Math.max(
    items.findIndex((item) => item.key === selected),
    0,
  );

  function handleChange(index: number) {
    const item = items[index];
    if (item) onChange(item.key);
  }

  /**
   * Closes the list. `onChange` does not call this, because arrow keys also cause `onChange` and must not close the
   * list.
   */
  function close() {
    setIsOpen(false);
    // On narrow screens, the focused tab disappears with the list, so the focus moves to the button. On wide screens,
    // the list stays, and the hidden button takes no focus. Delayed, because Headless UI focuses a clicked tab after
    // this handler.
    queueMicrotask(() => opener.current?.focus());
  }

  return (
    // Until hydration, Headless UI renders a hidden button that would take focus (WCAG 4.1.2).
    <div data-full-width className="contents [&>button[aria-hidden]]:hidden">
      <TabGroup
        vertical
        selectedIndex={selectedIndex}
        onChange={handleChange}
        className={withoutRail ? '' : 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start lg:gap-x-8'}
      >
        <div className={withoutRail ? 'hidden' : 'mb-6 lg:sticky lg:top-20 lg:mb-0'}>
          <button
            ref={opener}
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setIsOpen(!isOpen)}
            className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-control border border-control bg-surface px-3 text-left font-semibold lg:hidden"
          >
            <span>
              <span className="sr-only">{label}: </span>
              {items[selectedIndex]?.label}
            </span>
            <span className="flex items-center gap-2">
              <WaitingCount count={items.reduce((sum, { count = 0 }) => sum + count, 0)} isTotal />
              <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 text-muted">
                <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.75" />
              </svg>
            </span>
          </button>
          <TabList
            id={listId}
            aria-label={label}
            className={classNames(
              'flex-col gap-0.5 max-lg:mt-2 max-lg:rounded-card max-lg:border max-lg:border-border max-lg:bg-surface max-lg:p-2 max-lg:shadow-float lg:flex',
              isOpen ? 'flex' : 'hidden',
            )}
          >
            {items.map((item) => (
              <Tab
                key={item.key}
                onClick={close}
                // Headless UI prevents the click that these keys would cause.
                onKeyDown={({ key }) => {
                  if (key === 'Enter' || key === ' ') close();
                }}
                className={classNames(
                  'flex min-h-10 items-center justify-between gap-2 rounded-control px-3 text-left font-medium text-muted',
                  'transition-colors hover:bg-sunken hover:text-text max-lg:min-h-11',
                  'data-selected:bg-primary-soft data-selected:font-semibold data-selected:text-primary-text',
                )}
              >
                {item.label}
                <WaitingCount count={item.count ?? 0} />
              </Tab>
            ))}
          </TabList>
        </div>
        <TabPanels className="min-w-0">
          {items.map((item) => (
            <TabPanel key={item.key} className="rounded-control">
              {item.content}
            </TabPanel>
          ))}
        </TabPanels>
      </TabGroup>
    </div>
  );
}

type WaitingCountProps = {
  count: number;
  /** Whether the number is the total of all tabs. Visible text says so, because only one tab's name is beside it. */
  isTotal?: boolean;
};

export function WaitingCount({ count, isTotal = false }: WaitingCountProps) {
  if (count === 0) return null;
  return (
    <span className="min-w-5 shrink-0 whitespace-nowrap rounded-full bg-warning-soft px-1.5 text-center text-xs font-semibold text-warning tabular">
      {count.toLocaleString('en-US')}
      <span className={isTotal ? undefined : 'sr-only'}>{isTotal ? ' waiting in all' : ' waiting'}</span>
    </span>
  );
}
