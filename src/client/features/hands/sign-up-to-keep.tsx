import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';

/** Where a visitor's hand can be saved after signing up. `next` is the page that has kept it in this tab. */
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
