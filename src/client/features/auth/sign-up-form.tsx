import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { registrationStatement } from '../../../shared/auth/consents.ts';
import { withoutScripts } from '../../lib/early-input.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { IdentityFields } from '../../ui/identity-fields.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DocumentDrop, documentTypeOptions } from '../identity-upload/document-drop.tsx';
import { IdentityPromise } from '../identity-upload/identity-promise.tsx';
import { NewPasswordField } from '../session/new-password-field.tsx';
import { useSignUp } from './use-sign-up.ts';

/** For links to legal texts. They open in a new tab, so that typed text is not lost. */
const linkClass = 'text-primary-text underline underline-offset-2 hover:no-underline';

/**
 * @param onRegistered - called before the user counts as logged in
 * @param onLogin - called with the entered email if it already has an account and the user chooses to log in
 */
export function SignUpForm({
  onRegistered,
  onLogin,
}: {
  onRegistered: () => void;
  onLogin: (email: string) => void;
}) {
  const { form, front, back, missing, isPending, failure, submit } = useSignUp(onRegistered);
  const missingId = useId();
  // A file selected before hydration would be lost.
  const filesLocked = !useHydrated() || isPending;
  return (
    <Form
      ref={form.formRef}
      {...withoutScripts}
      aria-label="Sign Up"
      onSubmit={submit}
      className="flex flex-col gap-8"
    >
      <noscript>
        <p className="text-sm text-muted">
          Signing up needs JavaScript. Please allow it and reload this page.
        </p>
      </noscript>
      <Group number={1} title="Account" note="What to call you, and how you log in.">
        <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          className="sm:col-span-2"
        />
        {failure?.code === 'email_taken' && form.field('email').error !== undefined && (
          <div className="flex flex-wrap gap-3 sm:col-span-2">
            <Button variant="secondary" onClick={() => onLogin(form.values.email)}>
              Log in instead
            </Button>
            <Link to="/forgot-password" state={{ email: form.values.email }} className={buttonClass('quiet')}>
              Forgot your password?
            </Link>
          </div>
        )}
        <NewPasswordField
          {...form.field('password')}
          label="Password"
          own={[form.values.email, form.values.firstName, form.values.lastName]}
          className="sm:col-span-2"
        />
      </Group>
      <Group number={2} title="Identity" note="Exactly as on your document.">
        <IdentityFields field={form.field} />
      </Group>
      <Group number={3} title="Documents" note="One document, both sides.">
        <SelectField
          {...form.field('documentType')}
          label="Document type"
          options={documentTypeOptions}
          placeholder="Choose a type"
        />
        <TextField
          {...form.field('documentNumber')}
          label="Document number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <IdentityPromise />
        {(
          [
            ['Front', front],
            ['Back', back],
          ] as const
        ).map(([side, upload]) => (
          <DocumentDrop
            key={side}
            side={side}
            documentType={form.values.documentType}
            purpose="registration"
            upload={upload}
            disabled={filesLocked}
            className="sm:col-span-2"
          />
        ))}
      </Group>
      <div className="flex flex-col gap-4">
        <FormError
          title="Registration failed"
          uncertainTitle="Your account may have been created"
          failure={failure}
        />
        <p className="text-sm text-muted">
          {registrationStatement.lead}
          <Link to="/terms-of-service" target="_blank" className={linkClass}>
            {registrationStatement.terms}
          </Link>
          {registrationStatement.and}
          <Link to="/privacy-policy" target="_blank" className={linkClass}>
            {registrationStatement.privacy}
          </Link>
          {registrationStatement.end}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            disabled={missing !== undefined}
            busy={isPending}
            busyLabel="Creating account..."
            aria-describedby={missingId}
            className="w-full sm:w-auto"
          >
            Create Account
          </Button>
          <p id={missingId} role="status" className="text-sm text-muted">
            {missing}
          </p>
        </div>
      </div>
    </Form>
  );
}

type GroupProps = { number: number; title: string; note: string; children: ReactNode };

function Group({ number, title, note, children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="flex items-center gap-3 text-lg font-semibold">
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-control bg-primary-soft font-mono text-sm text-primary-text"
        >
          {number}
        </span>
        {title}
      </legend>
      <p className="mt-1 text-sm text-muted">{note}</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
