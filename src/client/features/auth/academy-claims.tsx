import { RangeGrid } from '../../ui/range-grid.tsx';

/** What the login panel advertises (S1 §1); the figures are the academy's own (D-15). */
const claims = [
  { figure: '500+', text: 'students trained' },
  { figure: '95%', text: 'success rate' },
  { figure: '24/7', text: 'support' },
];

export function AcademyClaims() {
  return (
    <aside aria-label="The academy in figures" className="lg:sticky lg:top-28">
      <RangeGrid number={9} className="hidden w-64 lg:block xl:w-80" />
      <ul className="grid grid-cols-3 gap-4 border-t border-border pt-6 lg:mt-8 lg:border-0 lg:pt-0">
        {claims.map(({ figure, text }) => (
          <li key={figure}>
            <p className="font-mono text-xl font-medium text-primary-text tabular lg:text-2xl">{figure}</p>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
