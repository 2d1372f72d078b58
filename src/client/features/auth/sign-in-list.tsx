import type { SignInView } from '../../../shared/auth/sign-in-security.ts';
import { formatDateTime } from '../../lib/format.ts';
import { signInMethodLabels, signInOutcomeLabels } from '../../lib/labels.ts';
import { Badge } from '../../ui/badge.tsx';

/** Sign-ins and failed attempts with time, device and outcome. */
export function SignInList({ signIns }: { signIns: readonly SignInView[] }) {
  return (
    <ul className="divide-y divide-border text-sm">
      {signIns.map(({ id, at, outcome, method, device, address }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{formatDateTime(at)}</p>
            <p className="text-muted wrap-anywhere">
              {[device, address, method && signInMethodLabels[method]].filter(Boolean).join(' · ')}
            </p>
          </div>
          <Badge tone={signInOutcomeLabels[outcome].tone}>{signInOutcomeLabels[outcome].label}</Badge>
        </li>
      ))}
    </ul>
  );
}
