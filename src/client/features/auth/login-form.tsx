import { Link } from '@tanstack/react-router';
import { withoutScripts } from '../../lib/early-input.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import type { Login } from './use-login.ts';

export function LoginForm({ login, onSignUp }: { login: Login; onSignUp: () => void }) {
  const { form, isPending, failure, submit } = login;
  return (
    <Form
      ref={form.formRef}
      {...withoutScripts}
      aria-label="Login"
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...form.field('password')} label="Password" />
      <FormError title="Login failed" failure={failure} />
      <Button type="submit" busy={isPending} busyLabel="Logging in..." className="w-full">
        Login
      </Button>
      <noscript>
        <p className="text-sm text-muted">
          Logging in needs JavaScript. Please allow it and reload this page.
        </p>
      </noscript>
      <p className="flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
        <Link to="/forgot-password" className={buttonClass('quiet', 'small')}>
          Forgot your password?
        </Link>
      </p>
      <div className="flex flex-col gap-2 border-t border-border pt-4">
        <p className="text-center text-sm text-muted">No account yet?</p>
        <Button variant="secondary" onClick={onSignUp} className="w-full">
          Create one
        </Button>
      </div>
    </Form>
  );
}
