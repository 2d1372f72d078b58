import { useRef } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { trpc } from '../../trpc.ts';
import { ApplicationForm } from './application-form.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { GateNotice } from './gate-notice.tsx';
import { currentApplication, isFinal } from './next-step.ts';
import { useApplication } from './use-application.ts';

/** History and, unless the decision is final, form of a signed-in person. After submitting, the focus goes to the history, where the new one is. */
export function Verification({ user }: { user: CurrentUser }) {
  const historyHeading = useRef<HTMLHeadingElement>(null);
  const application = useApplication(user, () => historyHeading.current?.focus());
  const { data = [] } = trpc.kyc.myApplications.useQuery();
  const current = currentApplication(data);
  return (
    <div className="flex flex-col gap-12">
      <GateNotice status={user.kycStatus} />
      <ApplicationHistory headingRef={historyHeading} />
      {!(current && isFinal(current)) && <ApplicationForm application={application} />}
    </div>
  );
}
