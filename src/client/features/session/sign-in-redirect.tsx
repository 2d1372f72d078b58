import { Navigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** This page as it was asked for. Fixed, because the location changes before the page does. */
export function useReturnAddress(): string {
  const router = useRouter();
  const [address] = useState(() => router.state.location.href);
  return address;
}

/** Leads a visitor to the login, and from there back to this page. */
export function SignInRedirect() {
  const next = useReturnAddress();
  return <Navigate to="/auth" search={{ next }} replace />;
}
