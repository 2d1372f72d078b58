import { companyLine, readCoaches } from '../../../shared/site-settings.ts';
import { landingTexts } from '../../../shared/site-texts/landing-texts.ts';
import { initials } from '../../ui/avatar.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useTexts } from '../settings/use-texts.ts';

/** The coaches, followed by the company if the settings name it. Hidden if the settings name no coach. */
export function Coaches() {
  const settings = useSiteSettings();
  const texts = useTexts(landingTexts);
  const coaches = readCoaches(settings.coaches);
  const company = companyLine(settings);
  if (coaches.length === 0) return null;
  return (
    <section
      aria-labelledby="coaches-title"
      data-texts="coaches"
      className="relative mx-auto max-w-6xl px-4 pt-16 sm:px-6 lg:pt-24"
    >
      <h2 id="coaches-title" className="text-2xl font-bold sm:text-3xl">
        {texts.coachesTitle}
      </h2>
      <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
        {coaches.map(({ name, story }) => (
          <li key={name} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-12 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-text"
            >
              {initials(name, name.split(' ').slice(1).at(-1))}
            </span>
            <div className="min-w-0">
              <h3 className="text-lg font-semibold wrap-anywhere">{name}</h3>
              <p className="measure wrap-anywhere text-muted">{story}</p>
            </div>
          </li>
        ))}
      </ul>
      {company && <p className="mt-8 text-sm text-muted">The academy is run by {company}.</p>}
    </section>
  );
}
