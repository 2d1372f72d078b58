import type { ReactNode } from 'react';
import { grantablePlans } from '../../../../shared/payments/billing.ts';
import { planName } from '../../../lib/labels.ts';
import type { FieldState } from '../../../lib/use-field-state.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { GrantDraft } from './grant-plan-draft.ts';

export type GrantFieldsProps = {
  form: Pick<FieldState<keyof GrantDraft>, 'field'>;
  /** The people who do not see the reason, as named in its hint. */
  hiddenFrom: 'the student' | 'the students';
  /** More fields, shown before the field for the last day. */
  children?: ReactNode;
};

/** The fields of a granted plan: the plan, the last day and the reason. */
export function GrantFields({ form, hiddenFrom, children }: GrantFieldsProps) {
  return (
    <>
      <SelectField
        {...form.field('plan')}
        label="Membership"
        placeholder="Choose a membership"
        options={grantablePlans.map((value) => ({ value, label: planName(value) }))}
      />
      {children}
      <DateField
        {...form.field('endsOn')}
        label="Last day"
        optional
        zone="own"
        emptyHint="Leave empty for no end"
      />
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint={`Kept in the records, not shown to ${hiddenFrom}`}
        autoComplete="off"
        className="sm:col-span-2"
      />
    </>
  );
}
