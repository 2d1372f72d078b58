import { useState } from 'react';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import { type HandView, shareModes, updateHandInput } from '../../../../shared/hands/hands.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';

type DialogProps = { view: HandView; onClose: () => void };

const titleSchema = updateHandInput.pick({ title: true });

export function RenameDialog({ view, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const form = useFormFields({ initial: () => ({ title: view.title ?? '' }), schema: titleSchema });
  const { isPending, failure, submit } = useAction(
    trpc.hands.update.useMutation({
      onSuccess: onClose,
      onSettled: () =>
        Promise.all([utils.hands.get.invalidate({ id: view.id }), utils.hands.list.invalidate()]),
    }),
    { form },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Name this hand"
      dirty={form.values.title !== (view.title ?? '')}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ id: view.id }))}
      busy={isPending}
      submitLabel="Save the name"
      busyLabel="Saving..."
      failureTitle="The name was not saved"
      uncertainTitle="The name may have been saved"
      failure={failure}
    >
      <TextField
        {...form.field('title')}
        label="Name"
        hint="Leave empty for no name"
        maxLength={handBounds.titleLength}
        autoComplete="off"
      />
    </FormDialog>
  );
}

const modeLabels: Record<(typeof shareModes)[number], string> = {
  open: 'The whole hand',
  guess: 'Guess mode: decide before each action is shown',
};

/**
 * Creates, lists and closes share links of a hand. The URL of a link is shown once, right after the link was created,
 * because only a hash of its token is stored.
 */
export function ShareDialog({ view, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const { shares = [], showStakes = false } = view.own ?? {};
  /** The new link, and the ids of the links that are older. */
  const [link, setLink] = useState<{ url: string; older: string[] }>();
  const refresh = () => utils.hands.get.invalidate({ id: view.id });
  const share = useAction(
    trpc.hands.share.useMutation({
      onSuccess: ({ path }) =>
        setLink({ url: `${location.origin}${path}`, older: shares.map(({ id }) => id) }),
      onError: showFailure('The link was not created', 'The link may have been created'),
      onSettled: refresh,
    }),
  );
  const revoke = useAction(
    trpc.hands.revokeShare.useMutation({
      onSuccess(_, { id }) {
        if (!link?.older.includes(id)) setLink(undefined);
        showToast({ title: 'The link is closed', tone: 'success' });
      },
      onError: showFailure('The link was not closed', 'The link may have been closed'),
      onSettled: refresh,
    }),
  );
  const show = useAction(
    trpc.hands.update.useMutation({ onError: showFailure('The choice was not saved'), onSettled: refresh }),
  );

  const copy = (url: string) =>
    navigator.clipboard
      .writeText(url)
      .then(() => showToast({ title: 'The link is copied', tone: 'success' }))
      .catch(showFailure('The link was not copied'));

  return (
    <Dialog
      open
      onClose={onClose}
      title="Share this hand"
      description="Anyone with the link sees the cards, the actions and the name of the hand. Your notes, your labels and your own name are not shown."
    >
      <CheckboxField
        label="Show the stakes; otherwise every amount is in big blinds"
        checked={showStakes}
        onChange={() => show.run({ id: view.id, showStakes: !showStakes })}
      />
      <h3 className="mt-3 font-semibold">New link</h3>
      <div className="mt-1 grid gap-2 sm:grid-cols-2">
        {shareModes.map((mode) => (
          <Button
            key={mode}
            variant="secondary"
            className="choice"
            busy={share.isPending}
            onClick={() => share.run({ id: view.id, mode })}
          >
            {modeLabels[mode]}
          </Button>
        ))}
      </div>
      {link !== undefined && (
        <div role="status" className="mt-4 rounded-control bg-primary-soft p-3">
          <p className="font-semibold">Copy this link now. It is not shown again.</p>
          <p className="mt-1 font-mono text-sm wrap-anywhere">{link.url}</p>
          <Button size="small" className="mt-2" onClick={() => void copy(link.url)}>
            Copy the link
          </Button>
        </div>
      )}
      {shares.length > 0 && (
        <>
          <h3 className="mt-6 font-semibold">Open links</h3>
          <ul className="mt-1 divide-y divide-border">
            {shares.map(({ id, mode, opens, createdAt }) => (
              <li key={id} className="flex items-center justify-between gap-4 py-2">
                <span>
                  {formatDate(createdAt)}, {mode === 'guess' ? 'guess mode' : 'whole hand'},{' '}
                  {openedText(opens)}
                </span>
                <Button
                  variant="secondary"
                  size="small"
                  busy={revoke.isPending && revoke.variables?.id === id}
                  onClick={() => revoke.run({ id })}
                >
                  Close the link
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function openedText(opens: number): string {
  if (opens === 0) return 'not opened yet';
  return opens === 1 ? 'opened once' : `opened ${opens.toLocaleString('en-US')} times`;
}
