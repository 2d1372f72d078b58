import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { type SiteText, textDefinition } from '../../../../shared/site-texts/site-texts.ts';
import { type TextDefinition, textSchema } from '../../../../shared/site-texts/text-definition.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { TextConflict } from './text-conflict.tsx';
import { TextInput } from './text-input.tsx';
import { useTextConflict } from './use-text-conflict.ts';

export type TextsDialogProps = {
  title: string;
  keys: readonly string[];
  onClose: () => void;
  preview?: (values: Readonly<Record<string, string>>) => ReactNode;
};

/** Edits several texts of the academy together. */
export function TextsDialog(props: TextsDialogProps) {
  const { title, keys, onClose } = props;
  const query = trpc.admin.texts.list.useQuery({ keys: [...keys] }, { staleTime: 0, gcTime: 0 });
  // An open editor ignores later reloads.
  const [loaded, setLoaded] = useState<readonly SiteText[]>();
  if (!loaded && query.data && !query.isFetching) setLoaded(query.data);
  if (loaded) return <Editor {...props} loaded={loaded} />;
  const { error, refetch } = query;
  return (
    <Dialog open onClose={onClose} title={title} size="large">
      <QueryView
        query={{ data: undefined, error, refetch }}
        errorTitle="The texts could not be loaded"
        skeleton={
          <SkeletonRegion label="Loading the texts..." className="flex flex-col gap-4">
            {keys.map((key) => (
              <Skeleton key={key} className={textDefinition(key)?.hasLines ? 'h-34' : 'h-18'} />
            ))}
          </SkeletonRegion>
        }
      >
        {() => null}
      </QueryView>
    </Dialog>
  );
}

type Values = Record<string, string>;

const valuesOf = (texts: readonly SiteText[]): Values =>
  Object.fromEntries(texts.map(({ key, value }) => [key, value]));

function Editor({
  title,
  loaded,
  keys,
  onClose,
  preview,
}: TextsDialogProps & { loaded: readonly SiteText[] }) {
  const utils = trpc.useUtils();
  const definitions = keys.flatMap((key): (TextDefinition & { key: string })[] => {
    const definition = textDefinition(key);
    return definition ? [{ key, ...definition }] : [];
  });
  const [schema] = useState(() =>
    z.object(Object.fromEntries(definitions.map(({ key, ...rest }) => [key, textSchema(rest)]))),
  );
  const { base, theirs, onError, ...conflict } = useTextConflict(loaded, () =>
    utils.admin.texts.list.fetch({ keys: [...keys] }, { staleTime: 0 }),
  );
  const form = useFormFields<string, Values>({ initial: () => valuesOf(base), schema });
  const changedIn = (values: Values) => base.filter(({ key, value }) => values[key] !== value);

  const { isPending, failure, submit, reset } = useAction(
    trpc.admin.texts.save.useMutation({
      async onSuccess() {
        await Promise.all([
          utils.settings.texts.invalidate(),
          utils.admin.texts.invalidate(),
          utils.admin.audit.list.invalidate(),
        ]);
        showToast({ title: 'Saved', description: title, tone: 'success' });
        onClose();
      },
      onError,
    }),
    { form },
  );

  function check() {
    const typed = form.check();
    if (!typed) return undefined;
    const changed = changedIn(typed);
    if (changed.length === 0) {
      onClose();
      return undefined;
    }
    return { texts: changed.map(({ key, version }) => ({ key, version, value: typed[key] ?? '' })) };
  }

  function resolve(values: Values) {
    form.reset(values);
    conflict.resolve();
    // Clears the error, which the dialog hides only until the conflict is resolved.
    reset();
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      size={preview ? 'wide' : 'large'}
      dirty={!isPending && changedIn(form.values).length > 0}
      formRef={form.formRef}
      onSubmit={() => submit(check)}
      busy={isPending}
      submitLabel="Save"
      busyLabel="Saving..."
      insteadOfSubmit={
        theirs && <p className="self-center text-sm text-muted">First choose which texts to keep.</p>
      }
      failureTitle="Nothing was saved"
      uncertainTitle="The texts may have been saved"
      failure={theirs ? undefined : failure}
      fieldsClass={preview ? 'grid gap-6 lg:grid-cols-2' : 'flex flex-col gap-4'}
    >
      <div className="flex min-w-0 flex-col gap-4">
        {definitions.map(({ key, ...definition }) => (
          <TextInput
            key={key}
            definition={definition}
            field={form.field(key)}
            saved={base.find((text) => text.key === key)}
            onReset={() => form.change({ [key]: definition.original })}
          />
        ))}
        {theirs && (
          <TextConflict
            base={base}
            typed={form.values}
            theirs={theirs}
            onTakeTheirs={() => resolve(valuesOf(theirs))}
            onKeepMine={() =>
              resolve({
                ...valuesOf(theirs),
                ...Object.fromEntries(changedIn(form.values).map(({ key }) => [key, form.values[key] ?? ''])),
              })
            }
          />
        )}
      </div>
      {preview?.(form.values)}
    </FormDialog>
  );
}
