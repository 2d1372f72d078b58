import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';

const features = [
  { name: 'Hand analysis tools', text: 'Replay any hand street by street and see where it turned.' },
  { name: 'Opponent tracking', text: 'Notes and tendencies, kept for the players you meet again.' },
  { name: 'Tournament strategy modules', text: 'Short stacks, bubbles and final tables as exercises.' },
];

/** The free play-money client of S1 §1. Its video and download have no address yet (D-14). */
export function PlayMoneyClient() {
  return (
    <section
      id="training"
      tabIndex={-1}
      aria-labelledby="training-title"
      className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24"
    >
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
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
        <TutorialPoster />
      </div>
      <h3 className="mt-16 text-xl font-semibold">Three steps to the first table</h3>
      <ol className="mt-6 grid gap-8 md:grid-cols-3 md:gap-12">
        <Step number={1} title="Create a free account">
          <Link to="/auth" search={{ tab: 'signup' }} className={buttonClass('secondary')}>
            Create account
          </Link>
        </Step>
        <Step number={2} title="Download the desktop app">
          <Button variant="secondary" disabled>
            Download <span className="text-sm font-normal">Coming soon</span>
          </Button>
        </Step>
        <Step number={3} title="Join the training rooms">
          <p className="text-muted">Open the client, choose a room, and play what you studied.</p>
        </Step>
      </ol>
    </section>
  );
}

function TutorialPoster() {
  return (
    <div className="relative flex min-h-64 flex-col justify-end overflow-hidden rounded-card border border-border bg-sunken p-6 lg:min-h-0">
      <RangeGrid number={9} className="absolute -top-10 -right-10 w-72 opacity-90 sm:w-96" />
      <div className="relative max-w-72 rounded-control border border-border bg-surface p-4">
        <p className="font-semibold">Tutorial: from download to the first hand</p>
        <p className="mt-1 text-sm text-muted">
          What to click, what to ignore, and where your hands are kept.
        </p>
        <Button variant="secondary" size="small" disabled className="mt-3">
          Play <span className="font-normal">Coming soon</span>
        </Button>
      </div>
    </div>
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
