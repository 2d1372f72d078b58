import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { hideFrom } from '../../../../shared/hands/hidden-hand.ts';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../../../shared/poker/deal.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Section } from '../../../ui/page.tsx';
import { GuessMode } from '../guess/guess-mode.tsx';
import { PasteBox } from '../list/paste-box.tsx';
import { useHandParser } from '../list/use-hand-parser.ts';

const steps = [
  {
    title: 'Bring a hand',
    text: 'Paste the text that your poker room saves: PokerStars, GGPoker, Winamax, 888poker, partypoker, iPoker, the Winning Poker Network or Ignition. Build live hands from memory. Opponents’ names never leave your device.',
  },
  {
    title: 'See where it turned',
    text: 'Step through it street by street, with pots, stacks and the price of each decision. Or hide what happened, and decide again.',
  },
  {
    title: 'Ask about one decision',
    text: 'A coach answers with a reason, and the decision comes back as a drill until it is easy.',
  },
];

/** What visitors see at /hands: what they can do with hands, a box for a hand of their own, and an example to play. */
export function Introduction() {
  const parser = useHandParser('');
  return (
    <>
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(({ title, text }) => (
          <Card as="li" key={title}>
            <h2 className="text-lg font-semibold">{title}</h2>
            <p className="mt-2 text-muted">{text}</p>
          </Card>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap gap-2">
        <Link to="/auth" search={{ next: '/hands' }} className={buttonClass('primary')}>
          Log in to see your hands
        </Link>
        <Link to="/hands/new" className={buttonClass('secondary')}>
          Build a hand without an account
        </Link>
      </p>
      <Section title="Replay a hand of your own" note="No account needed">
        <Card>
          <PasteBox parser={parser} isVisitor />
        </Card>
      </Section>
      <Section title="Play an example" note="No account needed">
        <ExampleHand />
      </Section>
    </>
  );
}

/** A hand of the academy in guess mode, without a request to the server. */
function ExampleHand() {
  const [decisionsMade, setDecisionsMade] = useState(0);
  const { hand, lesson } = useMemo(() => findAcademyHand('check-raise'), []);
  const nextDecision = decisionsOf(hand)[decisionsMade];
  const shown = useMemo(
    () => (nextDecision === undefined ? hand : hideFrom(hand, nextDecision)),
    [hand, nextDecision],
  );
  return (
    <GuessMode
      hand={shown}
      shownActions={nextDecision ?? null}
      isLoading={false}
      onDecide={() => setDecisionsMade(decisionsMade + 1)}
      end={
        <>
          <p className="mt-3 measure">{lesson}</p>
          <Link
            to="/auth"
            search={{ tab: 'signup', next: '/hands' }}
            className={`${buttonClass('primary')} mt-4`}
          >
            Bring a hand of your own
          </Link>
        </>
      }
    />
  );
}
