import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntryView } from '../../../../shared/admin/audit.ts';
import { auditSentence } from '../../../../shared/admin/audit-actions.ts';
import { dayText } from '../../../../shared/day-text.ts';
import { planNames } from '../../../../shared/payments/plan-names.ts';
import { deletedUser } from '../../../../shared/person-name.ts';
import { settingDefinitions } from '../../../../shared/settings.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { adminLinkClass } from '../admin-link.ts';
import { factLabels } from '../settings/setting-labels.ts';

/**
 * An entry as a sentence, such as "Academy Admin approved Timo Jong’s identity", with links to the users and objects
 * that it names.
 */
export function AuditSentence({ entry }: { entry: AuditEntryView }) {
  const sentence = auditSentence(entry.action);
  return (
    <>
      <Person id={entry.actorId} name={entry.actorName} />{' '}
      {sentence === undefined
        ? `did “${entry.action}”`
        : sentence.split(/(\{person\}(?:’s)?|\{subject\})/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
            <Part key={index} part={part} entry={entry} />
          ))}
      <SubjectLink entry={entry} />
    </>
  );
}

function Person({ id, name }: { id: string | null; name: string }) {
  if (id === null || name === deletedUser) return <span className="font-semibold">{name}</span>;
  return (
    <Link to="/admin/users/$id" params={{ id }} className={adminLinkClass}>
      {name}
    </Link>
  );
}

function Part({ part, entry }: { part: string; entry: AuditEntryView }) {
  const { about, actorId } = entry;
  if (part === '{subject}') return <span className="font-semibold">{subjectText(entry)}</span>;
  if (!part.startsWith('{person}')) return part;
  const isPossessive = part.endsWith('’s');
  if (!about) return isPossessive ? 'a user’s' : 'a user';
  if (about.id === actorId) return isPossessive ? 'their own' : 'themselves';
  return (
    <>
      <Person {...about} />
      {isPossessive && '’s'}
    </>
  );
}

const settingLabels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(settingDefinitions).map(([key, { label }]) => [key, label])),
  ...Object.fromEntries(Object.entries(factLabels).map(([key, { label }]) => [key, label])),
};
/** The name of a drill is the title of its deck. */
const quotedSubjects: ReadonlySet<string> = new Set(['deck', 'drill', 'range']);
const planLabels: Record<string, string> = planNames;

function subjectText({ subjectType, subjectId, subjectName }: AuditEntryView): string {
  if (subjectType === 'setting') return `“${settingLabels[subjectId] ?? subjectId}”`;
  if (subjectType === 'plan') return planLabels[subjectId] ?? subjectId;
  if (subjectType === 'product') return subjectName === null ? `(id ${subjectId})` : `“${subjectName}”`;
  if (subjectType === 'reply_template' || subjectType === 'site_text') return `“${subjectName ?? subjectId}”`;
  if (subjectType === 'daily_hand') return dayText(subjectId);
  if (subjectName === null) return '(deleted)';
  return quotedSubjects.has(subjectType) ? `“${subjectName}”` : subjectName;
}

/** A link to the page of an entry's subject, if it has one. Users are linked in the sentence. */
function SubjectLink({ entry }: { entry: AuditEntryView }): ReactNode {
  const { subjectType, subjectId } = entry;
  if (subjectType === 'payment') {
    return (
      <SmallLink>
        <Link to="/admin/payments/$id" params={{ id: subjectId }} className={adminLinkClass}>
          Open the payment
        </Link>
      </SmallLink>
    );
  }
  const target = targetOf(entry);
  return (
    target && (
      <SmallLink>
        <Link to="/admin" search={target.search} className={adminLinkClass}>
          {target.label}
        </Link>
      </SmallLink>
    )
  );
}

/** A link separated from the sentence by a space. A margin would indent the link when it wraps. */
const SmallLink = ({ children }: { children: ReactNode }) => (
  <>
    {' '}
    <span className="text-xs">{children}</span>
  </>
);

function targetOf({
  subjectType,
  subjectId,
  subjectName,
}: AuditEntryView): { label: string; search: AdminSearch } | undefined {
  switch (subjectType) {
    case 'kyc_application':
      return { label: 'Open the case', search: { tab: 'kyc', case: subjectId } };
    case 'contact_message':
      return subjectName === null
        ? undefined
        : { label: 'Open the message', search: { tab: 'messages', case: subjectId } };
    case 'promotion_code':
      return { label: 'Open the codes', search: { tab: 'purchases', view: 'codes' } };
    case 'plan':
      return { label: 'Open the prices', search: { tab: 'settings', view: 'prices' } };
    case 'setting':
      return { label: 'Open the setting', search: { tab: 'settings', view: sectionOf(subjectId) } };
    case 'announcement':
      return { label: 'Open the announcements', search: { tab: 'settings', view: 'announcement' } };
    default:
      return undefined;
  }
}

const groups: Record<string, string> = Object.fromEntries(
  Object.entries(settingDefinitions).map(([key, { group }]) => [key, group]),
);
/**
 * The section of the settings for a subject. Two subjects are not settings but facts that an admin confirms:
 * `planPrices`, and `privacyNotice`, which is in the section Legal.
 */
const sectionOf = (subjectId: string): string =>
  groups[subjectId] ?? (subjectId === 'planPrices' ? 'prices' : 'legal');
