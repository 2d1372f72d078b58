import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { rightFrom } from '../../../../shared/practice/drill-rules.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ActionList } from '../../hands/replayer/action-list.tsx';
import { Replayer } from '../../hands/replayer/replayer.tsx';
import { useReplay } from '../../hands/replayer/use-replay.ts';
import { type DemoOption, demoDecision, demoOptions } from './demo-decision.ts';

/** The coach's judgment of each option, and the whole hand to step through. */
export function HandDemoAnswer({ option }: { option: DemoOption }) {
  const { hand, lesson, decision } = useMemo(() => findAcademyHand(demoDecision.handId), []);
  // Step 0 is the deal and each action adds one, so this step shows the table before the decision.
  const replay = useReplay(hand, decision ?? 0);
  return (
    <div className="mt-6 border-t border-border pt-6">
      <p role="status" className="measure text-lg">
        <strong>{option.weight >= rightFrom ? 'As the coach would.' : 'The coach would not.'}</strong>{' '}
        {option.why} Calling costs {demoDecision.call} for a pot of{' '}
        {(demoDecision.pot + demoDecision.call).toFixed(1)}: you need to win {demoDecision.neededPercent}% of
        the time.
      </p>
      <ul className="mt-4 grid gap-3 sm:grid-cols-3">
        {demoOptions.map(({ key, label, weight, why }) => (
          <li key={key}>
            <p className="flex justify-between gap-4 font-semibold">
              <span>{label}</span>
              <span className="tabular">{weight} of 100</span>
            </p>
            <span aria-hidden="true" className="mt-1 block h-2 rounded-full bg-sunken">
              <span className="block h-2 rounded-full bg-primary" style={{ width: `${weight}%` }} />
            </span>
            <p className="mt-1 text-sm text-muted">{why}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 measure text-muted">{lesson}</p>
      <div className="mt-8">
        <Replayer replay={replay} sidePanel={<ActionList replay={replay} />} />
      </div>
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>Sessions and coaching plans are made of decisions like this one.</span>
        <Link to="/products" className={buttonClass('primary')}>
          Start Training
        </Link>
        <Link to="/hands/new" className={buttonClass('quiet')}>
          Build a hand of your own
        </Link>
      </p>
    </div>
  );
}
