import { useState } from 'react';
import {
  type KycReason,
  kycReasons,
  type RequestedItem,
  requestedItems,
  requestedItemTexts,
} from '../../../../shared/kyc/kyc-reasons.ts';
import { kycStatusLabels } from '../../../lib/status-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { reasonOptions } from './reject-dialog.tsx';

export type ReviewRequest = { reasonCode: KycReason | null; requestedItems: RequestedItem[] };

export type ReviewDialogProps = {
  open: boolean;
  name: string;
  /**
   * The items that are already requested from the applicant; the form can be sent only after the admin selected other
   * items. Undefined unless the status of the case is `requires_review`.
   */
  asked: readonly RequestedItem[] | undefined;
  busy: boolean;
  onConfirm: (request: ReviewRequest) => void;
  onClose: () => void;
};

function askLabel(items: readonly RequestedItem[]): string {
  const [first] = items;
  if (first === undefined) return `Mark as “${kycStatusLabels.requires_review.label}”`;
  if (items.length > 1) return `Ask for ${items.length} items`;
  const article = first === 'front_side' || first === 'back_side' ? 'the ' : '';
  return `Ask for ${article}${requestedItemTexts[first].label.toLowerCase()}`;
}

/** Requests items from the applicant or, without items, marks the case for another review. */
export function ReviewDialog({ open, name, asked, busy, onConfirm, onClose }: ReviewDialogProps) {
  const [items, setItems] = useState<readonly RequestedItem[]>(asked ?? []);
  const [reason, setReason] = useState<KycReason | null>(null);
  const unchanged =
    asked !== undefined &&
    (items.length === 0 || requestedItems.every((item) => asked.includes(item) === items.includes(item)));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      title={`What should ${name} send?`}
      description={
        items.length > 0
          ? 'The applicant will see “Action needed”, this list and a form.'
          : asked
            ? 'Tick what the applicant should send.'
            : 'If you tick nothing, the applicant sees “Extra check under way” and need not do anything.'
      }
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            busy={busy}
            busyLabel="Saving..."
            disabled={unchanged}
            onClick={() => onConfirm({ reasonCode: reason, requestedItems: [...items] })}
          >
            {asked && items.length === 0 ? 'Ask for more' : askLabel(items)}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-semibold">Ask the applicant for</legend>
          {requestedItems.map((item) => (
            <CheckboxField
              key={item}
              label={requestedItemTexts[item].label}
              checked={items.includes(item)}
              onChange={({ currentTarget: { checked } }) =>
                setItems(requestedItems.filter((each) => (each === item ? checked : items.includes(each))))
              }
            />
          ))}
        </fieldset>
        <SelectField
          label="Reason"
          optional
          placeholder="No reason"
          options={reasonOptions}
          value={reason ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setReason(kycReasons.find((known) => known === value) ?? null)
          }
        />
      </div>
    </Dialog>
  );
}
