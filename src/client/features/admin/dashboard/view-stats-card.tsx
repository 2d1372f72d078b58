import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

export function ViewStatsCard() {
  return (
    <Card as="section" className="flex flex-col">
      <h3 className="text-lg font-semibold">View Stats</h3>
      <p className="mt-1 mb-4 text-muted">Revenue, registrations and learners over time.</p>
      <Link
        to="/admin"
        search={{ tab: 'reports' }}
        className={`${buttonClass('secondary')} mt-auto self-start`}
      >
        Open the reports
      </Link>
    </Card>
  );
}
