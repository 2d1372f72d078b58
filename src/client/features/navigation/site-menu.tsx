import { Link } from '@tanstack/react-router';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { menuClass, panelItemClass } from './panel-class.ts';
import { SectionLink } from './section-link.tsx';
import { useDisclosure } from './use-disclosure.ts';

function pages(signedIn: boolean, dailyIsPublic: boolean) {
  return [
    { to: '/products', name: 'Products' },
    { to: '/subscription-plans', name: 'Membership' },
    ...(signedIn || dailyIsPublic ? [{ to: '/daily', name: 'Hand of the day' } as const] : []),
    ...(signedIn
      ? [
          { to: '/coaching', name: 'Library' },
          { to: '/coaching-pdfs', name: 'Coaching Plans' },
          { to: '/hands', name: 'Hands' },
          { to: '/practice', name: 'Practice' },
          { to: '/ranges', name: 'Ranges' },
          { to: '/questions', name: 'Questions' },
          { to: '/goals', name: 'Goals' },
          { to: '/notes', name: 'Notes' },
          { to: '/search', name: 'Search' },
        ]
      : []),
  ] as const;
}

/** The menu button and its panel of links. Choosing a link closes the menu. */
export function SiteMenu({ signedIn }: { signedIn: boolean }) {
  const { dailyIsPublic } = useSiteSettings();
  const { open, close, containerProps, buttonProps, panelProps } = useDisclosure();
  return (
    <div {...containerProps}>
      <button
        {...buttonProps}
        aria-label={open ? 'Close menu' : 'Open menu'}
        className="grid size-11 place-items-center rounded-control text-text hover:bg-sunken"
      >
        <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
          <path
            d={open ? 'm4 4 12 12M16 4 4 16' : 'M2.5 5.5h15M2.5 10h15M2.5 14.5h15'}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
          />
        </svg>
      </button>
      <div {...panelProps} className={menuClass}>
        <ul>
          <li>
            <SectionLink section="home" className={panelItemClass} onChoose={close}>
              Home
            </SectionLink>
          </li>
          {pages(signedIn, dailyIsPublic).map(({ to, name }) => (
            <li key={to}>
              <Link to={to} className={panelItemClass} onClick={close}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <SectionLink section="contact" className={panelItemClass} onChoose={close}>
              Contact
            </SectionLink>
          </li>
        </ul>
      </div>
    </div>
  );
}
