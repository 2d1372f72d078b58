import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { ExternalButton } from './external-button.tsx';
import { TutorialVideo } from './tutorial-video.tsx';

const features = [
  { name: 'Hand analysis tools', text: 'Replay any hand street by street and see where it turned.' },
  { name: 'Opponent tracking', text: 'Notes and tendencies, kept for the players you meet again.' },
  { name: 'Tournament strategy modules', text: 'Short stacks, bubbles and final tables as exercises.' },
];

/** The free play-money client. Video and download come from the settings. */
export function PlayMoneyClient() {
  const { tutorialVideoUrl, desktopAppUrl } = useSiteSettings();
  return (
    <section
      id="training"
      tabIndex={-1}
      aria-labelledby="training-title"
      className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24"
    >
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-2">
        <div>
          <h2 id="training-title" className="text-2xl font-bold sm:text-3xl">
            Practise where a mistake costs nothing
          </h2>
          <p className="mt-3 measure text-lg text-muted">
            A free poker client for play money. Take what you studied to a table the same evening, as often as
            you like.
          </p>
          <dl className="mt-8 divide-y divide-border border-y border-border">
            {features.map((feature) => (
              <div key={feature.name} className="py-4">
                <dt className="font-semibold">{feature.name}</dt>
                <dd className="text-muted">{feature.text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <TutorialVideo address={tutorialVideoUrl} />
      </div>
      <h3 className="mt-16 text-xl font-semibold">Three steps to the first table</h3>
      <ol className="mt-6 grid gap-8 md:grid-cols-3 md:gap-12">
        <Step number={1} title="Create a free account">
          <p className="text-muted">A few minutes, and a document to show that it is you.</p>
          <Link to="/auth" search={{ tab: 'signup' }} className={buttonClass('secondary')}>
            Create account
          </Link>
        </Step>
        <Step number={2} title="Download the desktop app">
          <p className="text-muted">The client for your computer. It costs nothing and takes no deposits.</p>
          <ExternalButton address={desktopAppUrl} whileUnset="Coming soon">
            Download
          </ExternalButton>
        </Step>
        <Step number={3} title="Join the training rooms">
          <p className="text-muted">Open the client, choose a room, and play what you studied.</p>
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
