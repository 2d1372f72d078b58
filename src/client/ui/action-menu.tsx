import { Menu, MenuButton, MenuItem, MenuItems, Portal } from '@headlessui/react';
import { classNames } from './class-names.ts';

type MenuAction = {
  label: string;
  /** The accessible name if `label` does not name the object of the action. */
  name?: string;
  /** Whether the action deletes or archives something. */
  danger?: boolean;
} & ({ onSelect: () => void } | { /** Opens in a new tab. */ href: string });

export type ActionMenuProps = {
  /** Accessible name of the button, such as "More actions for River Bluffs". */
  label: string;
  actions: readonly MenuAction[];
};

/** Where the menu is rendered: at the end of the main landmark, because a scrolling table would cut it off. */
const mainElement = {
  get current() {
    return document.querySelector('main');
  },
};

/** A menu with more actions for a row, behind a button with three dots. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <Menu>
      <MenuButton
        aria-label={label}
        className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-primary-soft hover:text-primary-text data-open:bg-primary-soft data-open:text-primary-text"
      >
        <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-current">
          <circle cx="3" cy="8" r="1.5" />
          <circle cx="8" cy="8" r="1.5" />
          <circle cx="13" cy="8" r="1.5" />
        </svg>
      </MenuButton>
      <Portal.Group target={mainElement}>
        <MenuItems
          anchor="bottom end"
          modal={false}
          className="z-40 min-w-48 rounded-card border border-border bg-surface p-2 shadow-float [--anchor-gap:0.25rem] focus:outline-none"
        >
          {actions.map((action) => (
            <MenuItem key={action.label}>
              <MenuEntry action={action} />
            </MenuItem>
          ))}
        </MenuItems>
      </Portal.Group>
    </Menu>
  );
}

/** @param rest - the properties that Headless UI passes to the element of a `MenuItem` */
function MenuEntry({ action, ...rest }: { action: MenuAction }) {
  const { label, name, danger = false } = action;
  const shared = {
    ...rest,
    'aria-label': name,
    className: classNames(
      'flex min-h-10 w-full items-center rounded-control px-3 text-left text-sm font-medium',
      danger ? 'text-danger data-focus:bg-danger-soft' : 'text-text data-focus:bg-sunken',
    ),
  };
  if ('href' in action) {
    return (
      <a {...shared} href={action.href} target="_blank" rel="noopener">
        {label}
      </a>
    );
  }
  return (
    <button {...shared} type="button" onClick={action.onSelect}>
      {label}
    </button>
  );
}
