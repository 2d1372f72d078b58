import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { landingTexts } from '../../../shared/site-texts/landing-texts.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useTexts } from '../settings/use-texts.ts';
import { ExternalButton } from './external-button.tsx';
import { TutorialVideo } from './tutorial-video.tsx';

/** The free play-money client. The URLs of its video and its download come from the settings. */
export function PlayMoneyClient() {
  const { tutorialVideoUrl, desktopAppUrl } = useSiteSettings();
  const texts = useTexts(landingTexts);
  const { user } = useCurrentUser();
  const features = [
    { name: texts.clientOneTitle, text: texts.clientOneText, link: { to: '/hands/new' } },
    { name: texts.clientTwoTitle, text: texts.clientTwoText, link: { to: '/hands' } },
    {
      name: texts.clientThreeTitle,
      text: texts.clientThreeText,
      link: { to: '/practice', search: { ask: 'short-stack-and-icm' } },
    },
  ] as const;
  return (
    <section
      id="training"
      tabIndex={-1}
      aria-labelledby="training-title"
      data-texts="client"
      className="relative mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24"
    >
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-2">
        <div>
          <h2 id="training-title" className="text-2xl font-bold sm:text-3xl">
            {texts.clientTitle}
          </h2>
          <p className="mt-3 measure text-lg whitespace-pre-line text-muted">{texts.clientLead}</p>
          <dl className="mt-8 divide-y divide-border border-y border-border">
            {features.map((feature) => (
              <div key={feature.link.to} className="py-4">
                <dt className="font-semibold">
                  <Link
                    {...feature.link}
                    className="text-primary-text underline underline-offset-2 hover:no-underline"
                  >
                    {feature.name}
                  </Link>
                </dt>
                <dd className="text-muted">{feature.text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <TutorialVideo url={tutorialVideoUrl} />
      </div>
      <h3 className="mt-16 text-xl font-semibold">{texts.stepsTitle}</h3>
      <ol className="mt-6 grid gap-8 md:grid-cols-3 md:gap-12">
        <Step number={1} title={texts.stepOneTitle}>
          <p className="text-muted">{texts.stepOneText}</p>
          {user ? (
            <p className="font-semibold text-success">You have an account.</p>
          ) : (
            <Link to="/auth" search={{ tab: 'signup' }} className={buttonClass('secondary')}>
              Create account
            </Link>
          )}
        </Step>
        <Step number={2} title={texts.stepTwoTitle}>
          <p className="text-muted">{texts.stepTwoText}</p>
          <ExternalButton href={desktopAppUrl} whileUnset="Coming soon">
            Download
          </ExternalButton>
        </Step>
        <Step number={3} title={texts.stepThreeTitle}>
          <p className="text-muted">{texts.stepThreeText}</p>
        </Step>
      </ol>
    </section>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-3 border-t border-control pt-4">
      <span aria-hidden="true" className="font-mono text-2xl font-light text-subtle">
        {String(number).padStart(2, '0')}
      </span>
      <h4 className="text-lg font-semibold">{title}</h4>
      {children}
    </li>
  );
}
