import { type FormEvent, useEffect, useState } from 'react';
import { z } from 'zod';
import { settingWarnings } from '../../../../shared/admin/setting-warnings.ts';
import type {
  AdminSetting,
  ConfirmationPoint,
  ConfirmationPointView,
  SettingChange,
  SettingKey,
} from '../../../../shared/settings.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useStoredValues } from '../../../lib/use-stored-values.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { SaveBar } from './save-bar.tsx';
import { SettingField } from './setting-field.tsx';
import { settingProblem, typedSettingValue } from './setting-labels.ts';
import { UnusualValueDialog } from './unusual-value-dialog.tsx';

export type SettingsFormProps = {
  title: string;
  /** The settings of one section. */
  settings: readonly AdminSetting[];
  /** The settings and facts that an admin should confirm, each with who confirmed it. */
  points: readonly ConfirmationPointView[];
  /** The fields that match the filter. Changed fields are shown too. */
  shown: readonly ConfirmationPoint[];
  onDirty: (isDirty: boolean) => void;
};

const textsOf = (settings: readonly AdminSetting[]) =>
  Object.fromEntries(settings.map(({ key, value }) => [key, String(value)]));

/** The fields of a section with one Save button. Saving a guarded setting requires recent authentication. */
export function SettingsForm({ title, settings, points, shown, onDirty }: SettingsFormProps) {
  const [unconfirmed, setUnconfirmed] = useState<{ warnings: string[]; changes: SettingChange[] }>();
  /** The stored value of each setting when the admin began to change it. The settings may have been loaded again since. */
  const [seen, setSeen] = useState<Partial<Record<SettingKey, AdminSetting['value']>>>({});
  const [schema] = useState(() => schemaOf(settings.map(({ key }) => key)));
  const form = useFormFields({ initial: () => textsOf(settings), schema });
  useStoredValues(textsOf(settings), form);

  const textOf = (key: SettingKey) => form.values[key] ?? '';
  const changed = settings.filter(({ key, value }) => typedSettingValue(key, textOf(key)) !== value);
  const isDirty = changed.length > 0;
  const isVisible = (setting: AdminSetting) => shown.includes(setting.key) || changed.includes(setting);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    const shownNow = settings.filter((one) => seen[one.key] !== one.value && !changed.includes(one));
    if (shownNow.length === 0) return;
    setSeen({ ...seen, ...Object.fromEntries(shownNow.map(({ key, value }) => [key, value])) });
  });

  const refresh = useRefresh();
  const { isPending, failure, run } = useAction(
    trpc.admin.settings.update.useMutation({
      onSuccess() {
        showToast({ title: 'Saved', description: title, tone: 'success' });
      },
      // After a conflict, the error names the value that the other admin saved, and saving again replaces that value.
      onSettled(result, error) {
        if (!error || error.data?.code === 'conflict') setSeen({});
        return refresh.onSettled(result, error);
      },
    }),
    { form },
  );

  function save(changes: SettingChange[]) {
    setUnconfirmed(undefined);
    run(changes);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isDirty || !form.check()) return;
    const changes = changed.map(({ key, value }) => ({
      key,
      value: typedSettingValue(key, textOf(key)),
      before: seen[key] ?? value,
    }));
    const warnings = settingWarnings(Object.fromEntries(changes.map(({ key, value }) => [key, value])));
    if (warnings.length > 0) setUnconfirmed({ warnings, changes });
    else save(changes);
  }

  return (
    <form
      ref={form.formRef}
      noValidate
      aria-label={title}
      hidden={!settings.some(isVisible)}
      onSubmit={handleSubmit}
    >
      <div className="border-t border-border">
        {settings.map((setting) => {
          const { key } = setting;
          return (
            <div key={key} hidden={!isVisible(setting)} className="border-b border-border py-5">
              <SettingField
                setting={setting}
                field={form.field(key)}
                onChange={(text) => form.change({ [key]: text })}
                point={points.find(({ point }) => point === key && setting.adminShouldConfirm)}
              />
            </div>
          );
        })}
      </div>
      <SaveBar
        title={title}
        failureTitle="Nothing was saved"
        failure={failure}
        isPending={isPending}
        isDirty={isDirty}
        onDiscard={() => form.reset(textsOf(settings))}
      />
      <UnusualValueDialog
        warnings={unconfirmed?.warnings ?? []}
        confirm="Save changes"
        onConfirm={() => unconfirmed && save(unconfirmed.changes)}
        onClose={() => setUnconfirmed(undefined)}
      />
    </form>
  );
}

function schemaOf(keys: readonly SettingKey[]) {
  return z.object(
    Object.fromEntries(
      keys.map((key) => [
        key,
        z.string().superRefine((text, context) => {
          const message = settingProblem(key, text);
          if (message !== undefined) context.addIssue({ code: 'custom', message });
        }),
      ]),
    ),
  );
}
