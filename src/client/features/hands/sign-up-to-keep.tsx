import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';

/**
 * A link to the registration, for visitors who want to save a hand. After the registration, the page `next` opens and
 * restores the hand, which the tab has stored.
 */
export function SignUpToKeep({ next, className }: { next: '/hands' | '/hands/new'; className?: string }) {
  return (
    <div className={className}>
      <p className="text-muted">What you entered stays in this tab while you sign up.</p>
      <Link to="/auth" search={{ tab: 'signup', next }} className={`${buttonClass('primary')} mt-3`}>
        Sign up to keep it
      </Link>
    </div>
  );
}
