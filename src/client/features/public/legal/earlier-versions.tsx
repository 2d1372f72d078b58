import { useState } from 'react';
import type { LegalText } from '../../../../shared/auth/consents.ts';
import type { LegalTextView } from '../../../../shared/site-texts/legal-texts.ts';
import { formatDate } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { LegalReading } from './legal-reading.tsx';

export type EarlierVersionsProps = {
  document: LegalText;
  title: string;
  /** The values of the text's placeholders. */
  values: Readonly<Record<string, string>>;
  onClose: () => void;
};

export type NextVersionProps = Omit<EarlierVersionsProps, 'document'> & {
  next: NonNullable<LegalTextView['next']>;
};

/** The version of a legal text that takes effect on a later day. */
export function NextVersion({ title, next, values, onClose }: NextVersionProps) {
  return (
    <Dialog open onClose={onClose} title={`${title}, from ${formatDate(next.validOn)}`} size="large">
      <LegalReading text={next.body} values={values} />
    </Dialog>
  );
}

/** The versions of a legal text before the current one, so that users can read what they agreed to. */
export function EarlierVersions({ document, title, values, onClose }: EarlierVersionsProps) {
  const query = trpc.settings.legalVersions.useQuery({ document }, { staleTime: 0 });
  const [version, setVersion] = useState<string>();
  return (
    <Dialog open onClose={onClose} title={`Earlier versions: ${title}`} size="large">
      <QueryView
        query={query}
        errorTitle="The earlier versions could not be loaded"
        skeleton={
          <SkeletonRegion label="Loading the earlier versions..." className="flex flex-col gap-4">
            <Skeleton className="h-18" />
            <Skeleton className="h-96" />
          </SkeletonRegion>
        }
      >
        {([, ...earlier]) => {
          const shown = earlier.find((each) => each.version === version) ?? earlier[0];
          return (
            <>
              <SelectField
                name="version"
                label="Version"
                value={shown?.version ?? ''}
                onChange={(event) => setVersion(event.currentTarget.value)}
                options={earlier.map((each) => ({
                  value: each.version,
                  label: `${formatDate(each.version.slice(0, 10))} (${each.version})`,
                }))}
              />
              <div className="mt-6">{shown && <LegalReading text={shown.body} values={values} />}</div>
            </>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
