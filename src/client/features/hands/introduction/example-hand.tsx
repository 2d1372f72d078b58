import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { decisionsOf, hideAfter } from '../../../../shared/hands/hidden-hand.ts';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { GuessMode } from '../guess/guess-mode.tsx';

/** A hand of the academy in guess mode, without a request to the server. */
export function ExampleHand() {
  const [made, setMade] = useState(0);
  const { hand, lesson } = useMemo(() => findAcademyHand('check-raise'), []);
  const until = decisionsOf(hand)[made];
  const shown = useMemo(() => (until === undefined ? hand : hideAfter(hand, until)), [hand, until]);
  return (
    <GuessMode
      hand={shown}
      shownActions={until ?? null}
      isLoading={false}
      onDecide={() => setMade(made + 1)}
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
