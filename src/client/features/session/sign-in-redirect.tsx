import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** The requested URL of this page. Fixed, because the location changes before the page does. */
export function useReturnAddress(): string {
  const router = useRouter();
  const [address] = useState(() => router.state.location.href);
  return address;
}

/** Redirects a visitor to the login page, which returns to this page. */
export function SignInRedirect() {
  const next = useReturnAddress();
  return <Navigate to="/auth" search={{ next }} replace />;
}
