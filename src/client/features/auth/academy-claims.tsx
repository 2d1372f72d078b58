import { RangeGrid } from '../../ui/range-grid.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

/** The claims on the login panel, from the settings. */
export function AcademyClaims() {
  const { claimStudents, claimSuccessRate, claimSupport } = useSiteSettings();
  const claims = [
    { figure: claimStudents, text: 'students trained' },
    { figure: claimSuccessRate, text: 'success rate' },
    { figure: claimSupport, text: 'support' },
    // Empty claims are hidden.
  ].filter(({ figure }) => figure !== '');
  return (
    <aside aria-label="The academy in figures" className="lg:sticky lg:top-28">
      <RangeGrid number={9} className="hidden w-64 lg:block xl:w-80" />
      <ul className="grid grid-cols-3 gap-4 border-t border-border pt-6 lg:mt-8 lg:border-0 lg:pt-0">
        {claims.map(({ figure, text }) => (
          <li key={text}>
            <p className="font-mono text-xl font-medium text-primary-text tabular lg:text-2xl">{figure}</p>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
