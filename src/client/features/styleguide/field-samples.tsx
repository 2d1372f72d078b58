import { useState } from 'react';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { IdentityFields } from '../../ui/identity-fields.tsx';
import { PromotionCodeForm } from '../../ui/promotion-code-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { PasswordField, TextAreaField, TextField } from '../../ui/text-field.tsx';
import { NewPasswordField } from '../session/new-password-field.tsx';

const ignore = () => undefined;
const fileHint = 'JPG, PNG, PDF up to 5 MB';
const documentTypes = [
  { value: 'passport', label: 'Passport' },
  { value: 'national_id', label: 'National ID', disabled: true },
];

/** Every field: empty, filled, refused, read-only, switched off. */
export function FieldSamples() {
  const [password, setPassword] = useState('four lanterns');
  const [identity, setIdentity] = useState<Record<string, string>>({ city: 'Newark' });
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <TextField label="Email" type="email" hint="We write to this address" />
      <TextField
        label="Email, refused"
        type="email"
        defaultValue="nora"
        error="Enter an email such as name@example.com"
      />
      <TextField label="User ID" value="read-only" readOnly />
      <TextField label="Plan" value="switched off" disabled />
      <TextAreaField label="Notes" optional />
      <TextAreaField label="Notes, refused" error="Say in a sentence what is missing" />
      <PasswordField label="Password" hint="At least 6 characters" />
      <NewPasswordField
        label="New password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <SelectField label="Document type" placeholder="Choose a type" options={documentTypes} />
      <SelectField
        label="Document type, refused"
        placeholder="Choose a type"
        options={documentTypes}
        error="Document type is required"
      />
      <FieldFrame label="Price" hint="A control of another kind in the same frame">
        {(control) => <input {...control} type="range" min="0" max="100" className="w-full accent-primary" />}
      </FieldFrame>
      <PromotionCodeSamples />
      <FormError title="Login failed" message="Invalid credentials" requestId="req-3c4d" />
      <div className="flex flex-col gap-4">
        <CheckboxField label="Both images are the same document" />
        <CheckboxField label="Accepted" hint="Version of 20 Nov 2026" defaultChecked />
        <CheckboxField label="Terms of Service" error="Please accept the terms to go on" />
        <CheckboxField label="Switched off" disabled />
      </div>
      <div className="flex flex-col gap-4">
        <SwitchField label="Free" hint="Everyone who is signed in may open it" defaultChecked />
        <SwitchField label="Active" />
        <SwitchField label="Switched off" disabled />
      </div>
      <fieldset className="grid gap-4 sm:grid-cols-2 md:col-span-2">
        <legend className="mb-4 font-semibold">Who you are</legend>
        <IdentityFields
          field={(name) => ({
            name,
            value: identity[name] ?? '',
            error: name === 'country' ? 'Country is required' : undefined,
            onChange: ({ currentTarget: { value } }) => setIdentity((all) => ({ ...all, [name]: value })),
            onBlur: ignore,
          })}
        />
      </fieldset>
    </div>
  );
}

/** Asked, typed, refused and counting. */
function PromotionCodeSamples() {
  const shared = { checking: false, onApply: ignore, onRemove: ignore };
  return (
    <div className="flex flex-col gap-4">
      <PromotionCodeForm {...shared} code={undefined} result={undefined} problem={undefined} />
      <PromotionCodeForm
        {...shared}
        code="AUTUMN"
        result={undefined}
        problem="This code is not valid here. Check it, or go on without it."
      />
      <PromotionCodeForm
        {...shared}
        code="SPRING20"
        result="SPRING20: −$4.00, you pay $15.99"
        problem={undefined}
      />
    </div>
  );
}

export function FileDropSamples() {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <FileDrop label="Empty" hint={fileHint} state={{ status: 'idle' }} onPick={ignore} />
      <FileDrop label="Switched off" hint={fileHint} state={{ status: 'idle' }} onPick={ignore} disabled />
      <FileDrop
        label="On its way"
        hint={fileHint}
        state={{ status: 'uploading', percent: 42, detail: '2.0 of 4.8 MB, 6 s left', onCancel: ignore }}
        onPick={ignore}
      />
      <FileDrop
        label="Uploaded"
        hint=""
        state={{ status: 'done', fileName: 'passport-front.jpg', onReplace: ignore }}
        onPick={ignore}
      />
      <FileDrop
        label="Failed"
        hint={fileHint}
        state={{ status: 'error', message: 'The connection broke. Nothing was lost.', onRetry: ignore }}
        onPick={ignore}
      />
    </div>
  );
}
