import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

export function QuickActionsCard() {
  return (
    <Card as="section" aria-labelledby="library-actions" className="flex flex-col">
      <h2 id="library-actions" className="text-lg font-semibold">
        Quick actions
      </h2>
      <p className="mt-1 mb-4 measure text-muted">Sessions and PDFs, bought one at a time.</p>
      <div className="mt-auto">
        <Link to="/products" className={buttonClass('secondary')}>
          Browse Products
        </Link>
      </div>
    </Card>
  );
}
