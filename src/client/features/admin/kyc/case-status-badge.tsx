import { Badge } from '../../../ui/badge.tsx';
import { caseStatus } from './kyc-cases.ts';

/** The status of a case as reviewers read it. */
export function CaseStatusBadge({ application }: { application: Parameters<typeof caseStatus>[0] }) {
  const { label, tone } = caseStatus(application);
  return <Badge tone={tone}>{label}</Badge>;
}
