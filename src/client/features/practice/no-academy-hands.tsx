import { Link } from '@tanstack/react-router';

/**
 * The hint beside an empty choice of academy hands. It names admins, because coaches see it and cannot publish hands.
 */
export const noAcademyHands = (
  <>
    The academy has no hands yet. An admin can publish one of their own{' '}
    <Link to="/hands" className="text-link">
      hands
    </Link>{' '}
    on the page of that hand.
  </>
);
