import { useState } from 'react';
import { type PageSection, pageSections } from '../../../../shared/site-texts/page-texts.ts';
import { trpc } from '../../../trpc.ts';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextsDialog } from '../../settings/texts/texts-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { TextRow } from './text-row.tsx';

const parts = Object.keys(pageSections) as PageSection[];
const allKeys = parts.flatMap((part) => pageSections[part].keys);

/** The parts of the landing page. The texts of each can be edited. */
export function PageTextsPanel() {
  const query = trpc.admin.texts.list.useQuery({ keys: allKeys });
  const [edited, setEdited] = useState<PageSection>();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The texts could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the texts...">
          <TableSkeleton rows={parts.length} />
        </SkeletonRegion>
      }
    >
      {(texts) => (
        <>
          <ul className="divide-y divide-border border-y border-border">
            {parts.map((part) => (
              <TextRow
                key={part}
                name={pageSections[part].title}
                texts={pageSections[part].keys.flatMap((key) => texts.find((text) => text.key === key) ?? [])}
                label={`Edit the texts: ${pageSections[part].title}`}
                onEdit={() => setEdited(part)}
              />
            ))}
          </ul>
          {edited && <TextsDialog {...pageSections[edited]} onClose={() => setEdited(undefined)} />}
        </>
      )}
    </AdminQueryView>
  );
}
