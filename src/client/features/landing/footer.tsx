import { Link } from '@tanstack/react-router';
import { RangeGrid } from '../../ui/range-grid.tsx';

/** S1 §1. Each leads to the shop, searched for its subject (D-14). */
const programs = [
  { name: 'Beginner Foundations', search: 'beginner' },
  { name: 'Tournament Mastery', search: 'tournament' },
  { name: 'Cash Game Excellence', search: 'cash game' },
  { name: 'Mental Game Coaching', search: 'mental game' },
  { name: 'Bankroll Management', search: 'bankroll' },
];

const linkClass = 'inline-flex min-h-8 items-center text-muted hover:text-text hover:underline';

export function Footer() {
  return (
    <footer className="border-t border-border bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:grid-cols-2 sm:px-6 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <p className="flex items-center gap-3 text-lg font-bold">
            <RangeGrid size="logo" className="w-6.5" />
            Academy
          </p>
          <p className="mt-3 max-w-[36ch] text-muted">
            Poker coaching for people who like to know why. Education only.
          </p>
        </div>
        <nav aria-labelledby="footer-programs">
          <h2 id="footer-programs" className="mb-2 font-semibold">
            Programs
          </h2>
          <ul>
            {programs.map((program) => (
              <li key={program.name}>
                <Link to="/products" search={{ q: program.search }} className={linkClass}>
                  {program.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-resources">
          <h2 id="footer-resources" className="mb-2 font-semibold">
            Resources
          </h2>
          <ul>
            <li>
              <Link to="/products" className={linkClass}>
                Product shop
              </Link>
            </li>
            <li>
              <Link to="/coaching" className={linkClass}>
                My Learning Library
              </Link>
            </li>
            <li>
              <Link to="/kyc" className={linkClass}>
                Identity verification
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="mb-2 font-semibold">
            Contact
          </h2>
          <ul>
            <li>
              <Link to="/" hash="contact" className={linkClass}>
                Community and support
              </Link>
            </li>
            <li>
              <Link to="/" hash="terms-of-sale" className={linkClass}>
                Charges and refunds
              </Link>
            </li>
          </ul>
        </nav>
        <p className="text-sm text-muted sm:col-span-full">
          © {new Date().getFullYear()} Poker Coaching Academy
        </p>
      </div>
    </footer>
  );
}
