import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import type { KycStatus } from '../../../shared/enums.ts';
import type { KycGate } from '../../../shared/site-settings.ts';
import { trpc } from '../../trpc.ts';
import { Notice } from '../../ui/notice.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { AnswerSection } from './answer-section.tsx';
import { ApplicationForm } from './application-form.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { currentApplication, hasOpenRequest, isFinal } from './next-step.ts';
import { useApplication } from './use-application.ts';

/**
 * The history and, unless the decision is final, a form: a short one if items were requested, otherwise the application
 * form. After submitting, the focus moves to the history, which shows the new application.
 */
export function Verification({ user }: { user: CurrentUser }) {
  const historyHeading = useRef<HTMLHeadingElement>(null);
  const toHistory = () => historyHeading.current?.focus();
  const application = useApplication(user, toHistory);
  /** The application whose request the user answers with a whole new application. */
  const [replacedId, setReplacedId] = useState<string>();
  const { data = [] } = trpc.kyc.myApplications.useQuery();
  const current = currentApplication(data);
  const startsOver = replacedId !== undefined && replacedId === current?.id;
  const { formRef } = application.form;
  useEffect(() => {
    // The pressed button was removed, so the first field takes the focus.
    if (startsOver) formRef.current?.querySelector('input')?.focus();
  }, [startsOver, formRef]);
  return (
    <div className="flex flex-col gap-12">
      {!(current?.status === 'rejected' && isFinal(current)) && <GateNotice status={user.kycStatus} />}
      <ApplicationHistory headingRef={historyHeading} />
      {current && hasOpenRequest(current) && !startsOver ? (
        <AnswerSection onAnswered={toHistory} onStartOver={() => setReplacedId(current.id)} />
      ) : (
        !(current && isFinal(current)) && (
          <ApplicationForm application={application} startsOpen={startsOver} />
        )
      )}
    </div>
  );
}

const rules: Record<Exclude<KycGate, 'off'>, string> = {
  purchases: 'You can buy as soon as your identity is verified. Everything that is free is open to you now.',
};

/** A notice for users who are not approved yet: what requires a verified identity, if anything does. */
function GateNotice({ status }: { status: KycStatus }) {
  const { kycGate } = useSiteSettings();
  if (kycGate === 'off' || status === 'approved') return null;
  return <Notice>{rules[kycGate]}</Notice>;
}
