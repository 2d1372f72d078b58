import { saveDeckInput } from '../../../../shared/practice/drill-editor.ts';
import { drillBounds } from '../../../../shared/practice/drills.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { readResource } from './drill-draft.ts';
import { resourceOptions } from './resource-options.ts';

const deckSchema = saveDeckInput.pick({ title: true });

export function DeckDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (id: string) => void }) {
  const { idOf } = useRequestId();
  const utils = trpc.useUtils();
  const places = trpc.drills.places.useQuery(undefined, { staleTime: 300_000 });
  const form = useFormFields({ initial: () => ({ title: '', place: '' }), schema: deckSchema });
  const { isPending, failure, submit } = useAction(
    trpc.drills.createDeck.useMutation({
      async onSuccess() {
        await utils.drills.coachDecks.invalidate();
        showToast({ title: 'Deck created', description: 'Now write its first drill.', tone: 'success' });
      },
    }),
    { form, leave: ({ id }) => onCreated(id) },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="New deck"
      description="Students who can open a session, PDF or coaching plan can also open its deck. Any other deck is open to every student."
      dirty={form.values.title !== '' || form.values.place !== ''}
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          const deck = values && { ...values, place: readResource(form.values.place) };
          return deck && { ...deck, key: idOf(deck) };
        })
      }
      busy={isPending}
      submitLabel="Create the deck"
      busyLabel="Creating..."
      failureTitle="The deck was not created"
      uncertainTitle="The deck may have been created"
      failure={failure}
    >
      <TextField {...form.field('title')} label="Name" maxLength={drillBounds.titleLength} />
      <SelectField
        {...form.field('place')}
        label="Belongs to"
        placeholder="Nothing: open to every student"
        options={resourceOptions(places.data)}
      />
    </FormDialog>
  );
}
