import { Link } from '@tanstack/react-router';

/**
 * The hint beside an empty list of academy hands. It mentions admins, because coaches see it, too, and cannot publish
 * hands.
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
