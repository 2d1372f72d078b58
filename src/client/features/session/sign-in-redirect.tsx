import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** The requested URL of this page, stored because the router's location changes before the page is left. */
export function useReturnPath(): string {
  const router = useRouter();
  const [href] = useState(() => router.state.location.href);
  return href;
}

/** Redirects a visitor to the login page, which returns to this page. */
export function SignInRedirect() {
  const next = useReturnPath();
  return <Navigate to="/auth" search={{ next }} replace />;
}
