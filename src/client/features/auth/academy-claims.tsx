import { reviewTimeText } from '../../../shared/site-settings.ts';
import { countText } from '../../lib/count-text.ts';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

/**
 * The claims from the settings, shown beside the login and sign-up forms. Beside the sign-up form, a list also explains
 * what happens after registration.
 */
export function AcademyClaims({ signsUp }: { signsUp: boolean }) {
  const { claimStudents, claimSuccessRate, claimSupport } = useSiteSettings();
  const claims = [
    { figure: claimStudents, text: 'students trained' },
    { figure: claimSuccessRate, text: 'success rate' },
    { figure: claimSupport, text: 'support' },
    // Empty claims are hidden.
  ].filter(({ figure }) => figure !== '');
  return (
    <aside aria-label="The academy in figures" className="lg:sticky lg:top-28">
      <div className="max-lg:hidden">
        {signsUp ? <AfterSignUp /> : <RangeGrid seed={9} className="w-64 xl:w-80" />}
      </div>
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

function AfterSignUp() {
  const settings = useSiteSettings();
  const { documentRetentionDays } = settings;
  const steps = [
    {
      title: 'Your account opens immediately',
      text: 'You can look around while your document is checked. Signing up costs nothing.',
    },
    {
      title: 'A person checks your document',
      text: `Usually within ${reviewTimeText(settings)}. We email you the result.`,
    },
    {
      title: 'The pictures are erased',
      text: `This happens ${countText(documentRetentionDays, 'day')} after the decision. Until then, they are encrypted.`,
    },
  ];
  return (
    <section aria-labelledby="after-sign-up">
      <RangeGrid seed={9} className="w-40" />
      <h2 id="after-sign-up" className="mt-8 text-xl font-semibold">
        What happens after you sign up
      </h2>
      <ol className="mt-4 grid max-w-md gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-control bg-primary-soft font-mono text-sm text-primary-text"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
