import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField, TextAreaField } from '../../ui/text-field.tsx';
import { Row } from './row.tsx';

/** A question, and a form: both ask before they discard what was typed. */
export function DialogSamples() {
  return (
    <Row>
      <QuestionSample />
      <FormSample />
    </Row>
  );
}

function QuestionSample() {
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open dialog
      </Button>
      <Dialog
        open={open}
        onClose={() => {
          setOpen(false);
          setNote('');
        }}
        title="Reject this application?"
        description="The applicant reads the note."
        dirty={note !== ''}
        footer={(requestClose) => (
          <>
            <Button variant="secondary" onClick={requestClose}>
              Cancel
            </Button>
            <Button variant="danger">Reject application</Button>
          </>
        )}
      >
        <TextAreaField label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Dialog>
    </>
  );
}

/** Whatever is sent is refused, so that the failure can be looked at. */
function FormSample() {
  const formRef = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState(false);

  function close() {
    setOpen(false);
    setPassword('');
    setRefused(false);
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open form dialog
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Download My Data"
        description="A ZIP file with everything we hold about you."
        dirty={password !== ''}
        formRef={formRef}
        onSubmit={() => setRefused(true)}
        busy={false}
        submitLabel="Request my data"
        busyLabel="Requesting..."
        failureTitle="Your data was not requested"
        failure={refused ? { message: 'You can ask once every 24 hours.' } : undefined}
        accountEmail="dana@example.test"
      >
        <PasswordField
          label="Your password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}
