import { useState } from 'react';
import { type PageSection, pageSections } from '../../../../shared/site-texts/page-texts.ts';
import { trpc } from '../../../trpc.ts';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextsDialog } from '../../settings/texts/texts-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { TextRow } from './text-row.tsx';

const sections = Object.keys(pageSections) as PageSection[];
const allKeys = sections.flatMap((section) => pageSections[section].keys);

/** A list of the landing page's sections, each with a button that edits its texts. */
export function PageTextsPanel() {
  const query = trpc.admin.texts.list.useQuery({ keys: allKeys });
  const [edited, setEdited] = useState<PageSection>();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The texts could not be loaded"
      skeleton={<TableSkeleton label="Loading the texts..." rows={sections.length} />}
    >
      {(texts) => (
        <>
          <ul className="divide-y divide-border border-y border-border">
            {sections.map((section) => (
              <TextRow
                key={section}
                name={pageSections[section].title}
                texts={pageSections[section].keys.flatMap(
                  (key) => texts.find((text) => text.key === key) ?? [],
                )}
                label={`Edit the texts: ${pageSections[section].title}`}
                onEdit={() => setEdited(section)}
              />
            ))}
          </ul>
          {edited && <TextsDialog {...pageSections[edited]} onClose={() => setEdited(undefined)} />}
        </>
      )}
    </AdminQueryView>
  );
}
