import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
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
};

/** A row of tabs with their panels. Left, Right, Home and End switch tabs. A row that is too wide scrolls sideways. */
export function Tabs<Key extends string>({ items, selected, onChange, label }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const selectedPanel = useRef<HTMLDivElement>(null);
  const selectedIndex = Math.max(
    items.findIndex((item) => item.key === selected),
    0,
  );

  // The row may be wider than the screen, so the selected tab is scrolled into view without moving the page.
  useEffect(() => {
    const tab = list.current?.children[selectedIndex];
    if (!list.current || !(tab instanceof HTMLElement)) return;
    const middle = tab.offsetLeft - list.current.offsetLeft + tab.offsetWidth / 2;
    list.current.scrollTo({ left: middle - list.current.clientWidth / 2 });
  }, [selectedIndex]);

  // If a button in a panel that stays mounted opens another tab, the button is hidden and would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel is hidden only when another tab is selected
  useLayoutEffect(() => {
    if (document.activeElement?.closest('[role=tabpanel][hidden]')) selectedPanel.current?.focus();
  }, [selectedIndex]);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const targets: Record<string, number | undefined> = {
      ArrowRight: (selectedIndex + 1) % items.length,
      ArrowLeft: (selectedIndex + items.length - 1) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key] ?? -1;
    const item = items[target];
    const tab = list.current?.children[target];
    if (!item || !(tab instanceof HTMLElement)) return;
    event.preventDefault();
    tab.focus();
    onChange(item.key);
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
        className="flex gap-1 overflow-x-auto border-b border-border [scrollbar-width:none]"
      >
        {items.map(({ key, label: name, keepMounted }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-tab-${key}`}
            aria-selected={index === selectedIndex}
            aria-controls={index === selectedIndex || keepMounted ? `${id}-panel-${key}` : undefined}
            tabIndex={index === selectedIndex ? 0 : -1}
            onClick={() => onChange(key)}
            className={classNames(
              '-mb-px min-h-11 shrink-0 rounded-t-control border-b-2 border-transparent px-2.5 font-semibold text-muted',
              'transition-colors outline-offset-[-2px] hover:text-text',
              'aria-selected:border-primary aria-selected:text-primary-text',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {items.map(
        ({ key, content, keepMounted }, index) =>
          (index === selectedIndex || keepMounted) && (
            <div
              key={key}
              ref={index === selectedIndex ? selectedPanel : undefined}
              role="tabpanel"
              id={`${id}-panel-${key}`}
              aria-labelledby={`${id}-tab-${key}`}
              hidden={index !== selectedIndex}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may contain nothing that takes the focus
              tabIndex={0}
              className="rounded-control pt-6"
            >
              {content}
            </div>
          ),
      )}
    </>
  );
}
