import { useRef } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { ApplicationForm } from './application-form.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { useApplication } from './use-application.ts';

/** History and form of a signed-in person. After submitting, the focus goes to the history, where the new one is. */
export function Verification({ user }: { user: CurrentUser }) {
  const historyHeading = useRef<HTMLHeadingElement>(null);
  const application = useApplication(user, () => historyHeading.current?.focus());
  return (
    <div className="flex flex-col gap-12">
      <ApplicationHistory headingRef={historyHeading} />
      <ApplicationForm application={application} />
    </div>
  );
}
