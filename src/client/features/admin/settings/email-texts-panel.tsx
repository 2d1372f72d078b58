import { useState } from 'react';
import {
  type EmailTextKey,
  emailGroups,
  emailParts,
  emailTextKey,
  emailTexts,
} from '../../../../shared/site-texts/email-texts.ts';
import { trpc } from '../../../trpc.ts';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextsDialog } from '../../settings/texts/texts-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { EmailPreview } from './email-preview.tsx';
import { TextRow } from './text-row.tsx';

const keysOf = (email: EmailTextKey) => emailParts.map((part) => emailTextKey(email, part));
const allKeys = emailGroups.flatMap(({ emails }) => emails.flatMap(keysOf));

export function EmailTextsPanel() {
  const query = trpc.admin.texts.list.useQuery({ keys: allKeys });
  const [email, setEmail] = useState<EmailTextKey>();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The emails could not be loaded"
      skeleton={<TableSkeleton label="Loading the emails..." rows={emailGroups.length} />}
    >
      {(texts) => (
        <>
          {emailGroups.map(({ title, emails }) => (
            <details key={title} className="group border-t border-border last:border-b">
              <summary className="flex min-h-13 items-center gap-3 font-semibold">
                <span className="flex-1">
                  {title} <span className="font-normal text-muted">({emails.length})</span>
                </span>
                <svg
                  aria-hidden="true"
                  viewBox="0 0 12 12"
                  className="size-3 text-muted transition-transform group-open:rotate-180"
                >
                  <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.75" />
                </svg>
              </summary>
              <ul className="divide-y divide-border border-t border-border pl-4">
                {emails.map((key) => (
                  <TextRow
                    key={key}
                    name={emailTexts[key].name}
                    texts={texts.filter((text) => keysOf(key).includes(text.key))}
                    label={`Edit the email: ${emailTexts[key].name}`}
                    onEdit={() => setEmail(key)}
                  />
                ))}
              </ul>
            </details>
          ))}
          {email && (
            <TextsDialog
              title={emailTexts[email].name}
              keys={keysOf(email)}
              onClose={() => setEmail(undefined)}
              preview={(values) => <EmailPreview email={email} values={values} />}
            />
          )}
        </>
      )}
    </AdminQueryView>
  );
}
