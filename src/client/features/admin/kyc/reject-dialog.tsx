import { useRef, useState } from 'react';
import {
  type KycReason,
  kycReasons,
  kycReasonText,
  kycReasonTexts,
} from '../../../../shared/kyc/kyc-reasons.ts';
import { undoSeconds } from '../../../../shared/kyc/kyc-review.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

export type Rejection = { reasonCode: KycReason; canResubmit: boolean };

export type RejectDialogProps = {
  open: boolean;
  name: string;
  /** The message for the applicant; may be empty. */
  note: string;
  /** Whether the admin can ask for new pictures instead, with “Ask for more”. */
  canAsk?: boolean;
  busy: boolean;
  onConfirm: (rejection: Rejection) => void;
  onClose: () => void;
};

export const reasonOptions = kycReasons.map((value) => ({ value, label: kycReasonTexts[value].label }));

/** Asks for the reason of a rejection, and whether it is final. A final rejection prevents new applications. */
export function RejectDialog({
  open,
  name,
  note,
  canAsk = false,
  busy,
  onConfirm,
  onClose,
}: RejectDialogProps) {
  const [reason, setReason] = useState<KycReason>();
  const [final, setFinal] = useState(false);
  const [error, setError] = useState<string>();
  const reasonField = useRef<HTMLSelectElement>(null);

  function handleConfirm() {
    if (reason) {
      onConfirm({ reasonCode: reason, canResubmit: !final });
      return;
    }
    setError('Choose the reason, so that the applicant knows what to do');
    reasonField.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        setError(undefined);
        onClose();
      }}
      busy={busy}
      title={`Reject the application of ${name}?`}
      description={`The applicant gets an email after ${undoSeconds} seconds; until then you can undo the rejection.`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} busyLabel="Rejecting..." onClick={handleConfirm}>
            Reject application
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          ref={reasonField}
          label="Reason"
          placeholder="Choose a reason"
          hint={
            canAsk &&
            reason !== 'under_age' &&
            'To get a new picture of one side, use “Ask for more” instead: the rest of the application is kept.'
          }
          options={reasonOptions}
          value={reason ?? ''}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            const chosen = kycReasons.find((known) => known === value);
            // A new image does not change the applicant's age, so a rejection as under age is final by default.
            if (chosen === 'under_age' || reason === 'under_age') setFinal(chosen === 'under_age');
            setReason(chosen);
            setError(undefined);
          }}
        />
        <CheckboxField
          label="Final decision"
          hint="No new application; the applicant can appeal once."
          checked={final}
          onChange={(event) => setFinal(event.currentTarget.checked)}
        />
        {reason && (
          <div>
            <p className="text-sm text-muted">The applicant will read:</p>
            <div className="mt-1 flex flex-col gap-2 border-l-2 border-border pl-3 wrap-anywhere whitespace-pre-line">
              <p>{kycReasonText(reason, final)}</p>
              {note && <p>{note}</p>}
            </div>
          </div>
        )}
      </div>
    </Dialog>
  );
}
