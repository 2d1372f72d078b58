import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type TabItem<Key extends string> = {
  key: Key;
  label: ReactNode;
  /** Only the selected panel is mounted, unless `keepMounted` is set. */
  content: ReactNode;
  /** Stays mounted while hidden, so that it keeps its state. */
  keepMounted?: boolean;
};

export type TabsProps<Key extends string> = {
  items: readonly TabItem<Key>[];
  /** Key of the selected tab. Store it in the URL. */
  selected: Key;
  onChange: (key: Key) => void;
  /** Accessible name of the list of tabs. */
  label: string;
  className?: string;
};

/** A row of tabs with their panels. Arrow keys switch tabs. On phones the row scrolls horizontally. */
export function Tabs<Key extends string>({ items, selected, onChange, label, className }: TabsProps<Key>) {
  const selectedIndex = Math.max(
    items.findIndex((item) => item.key === selected),
    0,
  );
  const list = useRef<HTMLDivElement>(null);

  // On phones the row is wider than the screen, so the selected tab is scrolled into view without moving the page.
  useEffect(() => {
    const tab = list.current?.children[selectedIndex];
    if (!list.current || !(tab instanceof HTMLElement)) return;
    const middle = tab.offsetLeft - list.current.offsetLeft + tab.offsetWidth / 2;
    list.current.scrollTo({ left: middle - list.current.clientWidth / 2 });
  }, [selectedIndex]);

  function handleChange(index: number) {
    const item = items[index];
    if (item) onChange(item.key);
  }
  return (
    // Until hydration, Headless UI renders a hidden button that would take focus (WCAG 4.1.2).
    <div className="contents [&>button[aria-hidden]]:hidden">
      <TabGroup selectedIndex={selectedIndex} onChange={handleChange} className={className}>
        <TabList
          ref={list}
          aria-label={label}
          className="flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]"
        >
          {items.map((item) => (
            <Tab
              key={item.key}
              className={classNames(
                '-mb-px min-h-11 shrink-0 rounded-t-control border-b-2 border-transparent px-2.5 font-semibold text-muted',
                'transition-colors outline-offset-[-2px] hover:text-text',
                'data-selected:border-primary data-selected:text-primary-text',
              )}
            >
              {item.label}
            </Tab>
          ))}
        </TabList>
        <TabPanels>
          {items.map((item) => (
            <TabPanel key={item.key} unmount={!item.keepMounted} className="rounded-control pt-6">
              {item.content}
            </TabPanel>
          ))}
        </TabPanels>
      </TabGroup>
    </div>
  );
}
