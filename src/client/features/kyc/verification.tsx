import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { trpc } from '../../trpc.ts';
import { AnswerSection } from './answer-section.tsx';
import { ApplicationForm } from './application-form.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { GateNotice } from './gate-notice.tsx';
import { currentApplication, isAsked, isFinal } from './next-step.ts';
import { useApplication } from './use-application.ts';

/**
 * History and, unless the decision is final, form of a signed-in person: the short one while something is asked for.
 * After submitting, the focus goes to the history, where the new one is.
 */
export function Verification({ user }: { user: CurrentUser }) {
  const historyHeading = useRef<HTMLHeadingElement>(null);
  const toHistory = () => historyHeading.current?.focus();
  const application = useApplication(user, toHistory);
  const [startsAnew, setStartsAnew] = useState(false);
  const { formRef } = application.form;
  useEffect(() => {
    // The button that was pressed is gone.
    if (startsAnew) formRef.current?.querySelector('input')?.focus();
  }, [startsAnew, formRef]);
  const { data = [] } = trpc.kyc.myApplications.useQuery();
  const current = currentApplication(data);
  return (
    <div className="flex flex-col gap-12">
      <GateNotice status={user.kycStatus} />
      <ApplicationHistory headingRef={historyHeading} />
      {current && isAsked(current) && !startsAnew ? (
        <AnswerSection onAnswered={toHistory} onStartAnew={() => setStartsAnew(true)} />
      ) : (
        !(current && isFinal(current)) && <ApplicationForm application={application} />
      )}
    </div>
  );
}
