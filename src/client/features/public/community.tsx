import { landingTexts } from '../../../shared/site-texts/landing-texts.ts';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useTexts } from '../settings/use-texts.ts';
import { ExternalButton } from './external-button.tsx';

/** The claims about the community, and the links to its groups. Both come from the settings. */
export function Community() {
  const { claimMembers, claimSupport, claimLiveSessions, discordUrl, whatsappUrl, telegramUrl } =
    useSiteSettings();
  const texts = useTexts(landingTexts);
  const claims = [
    { figure: claimMembers, label: 'members' },
    { figure: claimSupport, label: 'support' },
    { figure: claimLiveSessions, label: 'live sessions' },
    // Empty claims are hidden.
  ].filter(({ figure }) => figure !== '');
  const groups = [
    {
      name: 'Discord',
      text: texts.discordText,
      url: discordUrl,
    },
    {
      name: 'WhatsApp',
      text: texts.whatsappText,
      url: whatsappUrl,
    },
    {
      name: 'Telegram',
      text: texts.telegramText,
      url: telegramUrl,
    },
  ];
  return (
    <section
      id="community"
      tabIndex={-1}
      aria-labelledby="community-title"
      data-texts="community"
      className="relative mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24"
    >
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="community-title" className="text-2xl font-bold sm:text-3xl">
            {texts.communityTitle}
          </h2>
          <dl className="mt-6 flex flex-wrap gap-x-8 gap-y-4 lg:flex-col">
            {claims.map((claim) => (
              <div key={claim.label} className="flex flex-col-reverse">
                <dt className="text-muted">{claim.label}</dt>
                <dd className="text-2xl font-bold tabular">{claim.figure}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ul className="divide-y divide-border border-y border-border">
          {groups.map((group) => (
            <li
              key={group.name}
              className="flex flex-wrap items-center justify-between gap-4 py-5 sm:flex-nowrap"
            >
              <div>
                <h3 className="text-lg font-semibold">{group.name}</h3>
                <p className="text-muted">{group.text}</p>
              </div>
              <ExternalButton href={group.url} whileUnset="Opening soon" className="sm:min-w-64 sm:shrink-0">
                Join {group.name}
              </ExternalButton>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
