import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import type { AdminSetting } from '../../../../shared/settings.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import {
  type SettingValue,
  settingChoices,
  settingControlId,
  settingHint,
  settingProblem,
  settingValueText,
  typedSettingValue,
} from './setting-labels.ts';
import { useRefreshSettings } from './use-refresh-settings.ts';

/** One setting. A switch is saved at once, everything else by its button. */
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

function useSave(setting: AdminSetting) {
  const utils = trpc.useUtils();
  const refresh = useRefreshSettings();
  const { busy, run } = useSingleRun();
  /** `onRefused` tells why it was refused. What guards people or identity documents asks for a fresh proof of identity first. */
  const save = (
    value: SettingValue,
    onSaved: (saved: AdminSetting) => void,
    onRefused: (m: string) => void,
  ) =>
    run(async () => {
      try {
        onSaved(await utils.client.admin.settings.update.mutate({ key: setting.key, value }));
      } catch (error) {
        const { message, fields } = describeError(error);
        onRefused(fields?.value ?? message);
        return;
      }
      showToast({ title: 'Saved', description: setting.label, tone: 'success' });
      await refresh();
    });
  return { busy, save };
}

function SwitchSetting({ setting, isOn }: { setting: AdminSetting; isOn: boolean }) {
  const { busy, save } = useSave(setting);
  const [wanted, setWanted] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const change = (next: boolean) => {
    setWanted(next);
    setProblem(undefined);
    void save(
      next,
      () => undefined,
      (message) => {
        setProblem(message);
      },
    ).finally(() => setWanted(undefined));
  };
  return (
    <>
      <SwitchField
        id={settingControlId(setting.key)}
        label={setting.label}
        hint={settingHint(setting.key)}
        checked={wanted ?? isOn}
        aria-busy={busy}
        onChange={(event) => change(event.currentTarget.checked)}
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
  const { busy, save } = useSave(setting);
  const [schema] = useState(() =>
    z.object({
      value: z.string().superRefine((text, context) => {
        const message = settingProblem(key, text);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
    }),
  );
  const form = useFormFields({ initial: () => ({ value: String(setting.value) }), schema });
  const choices = settingChoices(key);
  const isChanged = typedSettingValue(key, form.values.value) !== setting.value;

  function store(value: SettingValue) {
    void save(
      value,
      (saved) => form.reset({ value: String(saved.value) }),
      (message) => form.showServerErrors({ value: message }),
    );
  }

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
            busy={busy}
            busyLabel="Saving..."
            disabled={!isChanged}
            aria-label={`Save ${label}`}
          >
            Save
          </Button>
          {setting.value !== setting.default && (
            <Button
              variant="quiet"
              disabled={busy}
              aria-label={`Use the default for ${label}: ${settingValueText(key, setting.default)}`}
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

/** Who changed it and when, and what it would be otherwise. */
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
