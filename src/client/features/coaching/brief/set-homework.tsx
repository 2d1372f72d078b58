import { useState } from 'react';
import { z } from 'zod';
import { materialLabels, materialSchema, setHomeworkInput } from '../../../../shared/coaching/homework.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useRequestDraft } from '../../../lib/use-request-draft.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { WithdrawHomework } from './homework-items.tsx';

const { text, dueOn } = setHomeworkInput.shape;
const homeworkForm = z.object({
  text,
  /** Such as `session:3`; empty for no material. */
  material: z.string().transform((value) => {
    const [kind, id] = value.split(/:(.*)/);
    return materialSchema.safeParse({ kind, id }).data ?? null;
  }),
  dueOn: z
    .string()
    .transform((value) => (value === '' ? null : value))
    .pipe(dueOn.unwrap()),
});

const emptyForm = { text: '', material: '', dueOn: '' };

export type SetHomeworkProps = {
  studentId: string;
  /** Today in the student's time zone, the first day on which homework can be due. */
  today: string;
  /** Whether the student hides homework from coaches. The brief then does not list what was set. */
  isHidden: boolean;
};

/** A form with which a coach sets homework for a student. The draft stays in the tab until it is sent. */
export function SetHomework({ studentId, today, isHidden }: SetHomeworkProps) {
  const utils = trpc.useUtils();
  const materials = trpc.coaching.materials.useQuery(undefined, { staleTime: 300_000 });
  const draft = useRequestDraft(`homework:${studentId}`, 'text', { fields: ['text', 'material', 'dueOn'] });
  const [sent, setSent] = useState<{ id: string; text: string }[]>([]);
  const form = useFormFields({
    initial: () => emptyForm,
    restore: draft.load,
    onChange: draft.save,
    schema: homeworkForm,
  });
  const set = useAction(
    trpc.coaching.setHomework.useMutation({
      onSuccess(_, { id, text }) {
        setSent((earlier) => [{ id, text }, ...earlier]);
        draft.forget();
        if (form.resetSent(emptyForm)) draft.clear();
        showToast({ title: 'Homework set', description: 'The student was notified.', tone: 'success' });
      },
      onSettled: () => utils.coaching.brief.invalidate({ studentId }),
    }),
    { form },
  );

  return (
    <Form
      ref={form.formRef}
      aria-labelledby="set-homework"
      className="mt-12 grid max-w-3xl gap-4 border-t border-border pt-8 print:hidden"
      onSubmit={() =>
        set.submit(() => {
          const values = form.check();
          return values && { id: draft.idOf(values), studentId, ...values };
        })
      }
    >
      <h2 id="set-homework" className="text-lg font-semibold">
        Set homework
      </h2>
      <TextAreaField {...form.field('text')} label="What should the student do?" rows={3} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SelectField
          {...form.field('material')}
          label="Material"
          optional
          placeholder={choiceHint(materials, 'None')}
          options={(materials.data ?? []).map(({ kind, id: materialId, title }) => ({
            value: `${kind}:${materialId}`,
            label: `${materialLabels[kind]}: ${title}`,
          }))}
        />
        <DateField {...form.field('dueOn')} label="Due on" optional min={today} />
      </div>
      <FormError
        title="The homework was not set"
        uncertainTitle="The homework may have been set"
        failure={set.failure}
      />
      <div>
        <Button type="submit" busy={set.isPending} busyLabel="Setting...">
          Set the homework
        </Button>
      </div>
      {isHidden && sent.length > 0 && (
        <div className="grid gap-2">
          <p className="text-sm text-muted">
            The student has hidden their homework. You can withdraw what you just set until you leave this
            page.
          </p>
          <ul className="grid gap-2">
            {sent.map((item) => (
              <li key={item.id} className="flex flex-wrap items-start justify-between gap-x-4">
                <p className="line-clamp-3 min-w-0 flex-1 basis-60 whitespace-pre-line wrap-anywhere">
                  {item.text}
                </p>
                <WithdrawHomework
                  item={item}
                  onWithdrawn={() => setSent((kept) => kept.filter(({ id }) => id !== item.id))}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Form>
  );
}
