import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Leads a visitor to the login, and from there back to this page as it was asked for. */
export function SignInRedirect() {
  const router = useRouter();
  // Fixed, because the location changes with the redirect.
  const [next] = useState(() => router.state.location.href);
  return <Navigate to="/auth" search={{ next }} replace />;
}
