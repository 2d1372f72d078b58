import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

/** Links to the identity reviews that wait for an admin. @param waiting their number; undefined if it is not known */
export function ApproveCard({ waiting }: { waiting: number | undefined }) {
  return (
    <Card as="section" className="flex flex-col">
      <h3 className="text-lg font-semibold">Approve</h3>
      <p className="mt-1 mb-6 text-muted">{waitingSentence(waiting)}</p>
      <Link
        to="/admin"
        search={{ tab: 'kyc', status: 'open' }}
        className={`${buttonClass('primary')} mt-auto self-start`}
      >
        Open the queue
      </Link>
    </Card>
  );
}

function waitingSentence(waiting: number | undefined): string {
  if (waiting === undefined) return 'Identity reviews that wait for your decision, oldest first.';
  if (waiting === 0) return 'No identity review is waiting.';
  return waiting === 1
    ? 'One person is waiting for an identity review.'
    : `${waiting.toLocaleString('en-US')} people are waiting for an identity review, oldest first.`;
}
