import type { KycStatus } from '../../../shared/enums.ts';
import type { KycGate } from '../../../shared/site-settings.ts';
import { Notice } from '../../ui/notice.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

const rules: Record<Exclude<KycGate, 'off'>, string> = {
  purchases: 'You can buy as soon as your identity is approved. Everything that is free is open to you now.',
};

/** Tells what waits for the approval, when the owner has made anything wait for it. */
export function GateNotice({ status }: { status: KycStatus }) {
  const { kycGate } = useSiteSettings();
  if (kycGate === 'off' || status === 'approved') return null;
  return <Notice>{rules[kycGate]}</Notice>;
}
