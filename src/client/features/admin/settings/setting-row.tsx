import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import type { AdminSetting } from '../../../../shared/settings.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import {
  hasLines,
  type SettingValue,
  settingChoices,
  settingControlId,
  settingHint,
  settingProblem,
  settingValueText,
  typedSettingValue,
} from './setting-labels.ts';
import { useRefreshSettings } from './use-refresh-settings.ts';

/** One setting. A switch is saved immediately, other types with a button. */
export function SettingRow({ setting }: { setting: AdminSetting }) {
  return (
    <div className="py-5">
      {typeof setting.value === 'boolean' ? (
        <SwitchSetting setting={setting} isOn={setting.value} />
      ) : (
        <TypedSetting setting={setting} />
      )}
    </div>
  );
}

/** Security settings require a recent identity confirmation. */
function useSave(
  setting: AdminSetting,
  {
    onSaved,
    onRejected,
  }: { onSaved?: (saved: AdminSetting) => void; onRejected?: (why: string) => void } = {},
) {
  const refresh = useRefreshSettings();
  return useAction(
    trpc.admin.settings.update.useMutation({
      onSuccess(saved) {
        onSaved?.(saved);
        showToast({ title: 'Saved', description: setting.label, tone: 'success' });
        return refresh();
      },
      onError(error) {
        const { message, fields } = describeError(error);
        onRejected?.(fields?.value ?? message);
      },
    }),
  );
}

function SwitchSetting({ setting, isOn }: { setting: AdminSetting; isOn: boolean }) {
  const { isPending, variables, failure, run } = useSave(setting);
  const problem = failure && (failure.fields?.value ?? failure.message);
  return (
    <>
      <SwitchField
        id={settingControlId(setting.key)}
        label={setting.label}
        hint={settingHint(setting.key)}
        checked={isPending ? variables?.value === true : isOn}
        aria-busy={isPending}
        onChange={(event) => run({ key: setting.key, value: event.currentTarget.checked })}
      />
      {problem !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <Origin setting={setting} />
    </>
  );
}

function TypedSetting({ setting }: { setting: AdminSetting }) {
  const { key, label } = setting;
  const [schema] = useState(() =>
    z.object({
      value: z.string().superRefine((text, context) => {
        const message = settingProblem(key, text);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
    }),
  );
  const form = useFormFields({ initial: () => ({ value: String(setting.value) }), schema });
  const { isPending, run } = useSave(setting, {
    onSaved: (saved) => form.reset({ value: String(saved.value) }),
    onRejected: (why) => form.showServerErrors({ value: why }),
  });
  const choices = settingChoices(key);
  const isChanged = typedSettingValue(key, form.values.value) !== setting.value;

  const store = (value: SettingValue) => run({ key, value });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = form.check();
    if (typed) store(typedSettingValue(key, typed.value));
  }

  const field = { ...form.field('value'), id: settingControlId(key), label, hint: settingHint(key) };
  return (
    <form ref={form.formRef} noValidate onSubmit={handleSubmit}>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        {choices ? (
          <SelectField {...field} options={choices} />
        ) : hasLines(key) ? (
          <TextAreaField {...field} rows={4} />
        ) : (
          <TextField
            {...field}
            inputMode={typeof setting.value === 'number' ? 'numeric' : undefined}
            spellCheck={false}
            autoComplete="off"
          />
        )}
        <div className="flex gap-2 sm:mt-6.5">
          <Button
            type="submit"
            variant="secondary"
            busy={isPending}
            busyLabel="Saving..."
            disabled={!isChanged}
            aria-label={`Save ${label}`}
          >
            Save
          </Button>
          {setting.value !== setting.default && (
            <Button
              variant="quiet"
              disabled={isPending}
              aria-label={`Use default for ${label}: ${settingValueText(key, setting.default)}`}
              onClick={() => store(setting.default)}
            >
              Use default
            </Button>
          )}
        </div>
      </div>
      <Origin setting={setting} />
    </form>
  );
}

/** Who changed the setting and when, and its default. */
function Origin({ setting }: { setting: AdminSetting }) {
  const usual = `Default: ${settingValueText(setting.key, setting.default)}`;
  return (
    <p className="mt-1 text-sm wrap-anywhere text-muted">
      {setting.updatedAt === null
        ? `${usual}, never changed`
        : `${usual}. Changed ${setting.updatedByName === null ? '' : `by ${setting.updatedByName} `}on ${formatDate(setting.updatedAt)}`}
    </p>
  );
}
