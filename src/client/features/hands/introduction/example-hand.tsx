import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { hideAfter } from '../../../../shared/hands/hidden-hand.ts';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { decisionsOf } from '../../../../shared/poker/deal.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { GuessMode } from '../guess/guess-mode.tsx';

/** A hand of the academy in guess mode, without a request to the server. */
export function ExampleHand() {
  const [decisionsMade, setDecisionsMade] = useState(0);
  const { hand, lesson } = useMemo(() => findAcademyHand('check-raise'), []);
  const nextDecision = decisionsOf(hand)[decisionsMade];
  const shown = useMemo(
    () => (nextDecision === undefined ? hand : hideAfter(hand, nextDecision)),
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
