import { useEffect, useState } from 'react';
import { z } from 'zod';
import { settingWarnings } from '../../../../shared/admin/setting-warnings.ts';
import { settingValueText } from '../../../../shared/setting-values.ts';
import type {
  AdminSetting,
  ConfirmationPoint,
  ConfirmationPointView,
  SettingChange,
  SettingKey,
} from '../../../../shared/settings.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { Form } from '../../../ui/form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { SaveBar } from './save-bar.tsx';
import { SettingField } from './setting-field.tsx';
import { settingProblem, settingValueOf } from './setting-labels.ts';
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
  Object.fromEntries(settings.map(({ key, value }) => [key, String(value)])) as Record<SettingKey, string>;

const describe = (key: SettingKey, text: string) => settingValueText(key, settingValueOf(key, text));

/** The fields of a section with one Save button. Saving a guarded setting requires recent authentication. */
export function SettingsForm({ title, settings, points, shown, onDirty }: SettingsFormProps) {
  const [unconfirmed, setUnconfirmed] = useState<{ warnings: string[]; changes: SettingChange[] }>();
  const [schema] = useState(() => schemaOf(settings.map(({ key }) => key)));
  const form = useStoredForm({ stored: textsOf(settings), version: undefined, schema, describe });

  const changed = settings.filter(({ key, value }) => settingValueOf(key, form.values[key]) !== value);
  const isDirty = changed.length > 0;
  const isVisible = (setting: AdminSetting) => shown.includes(setting.key) || changed.includes(setting);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const utils = trpc.useUtils();
  const { isPending, failure, run } = useAction(
    trpc.admin.settings.update.useMutation({
      onSuccess(saved) {
        utils.admin.settings.list.setData(undefined, saved);
        showToast({ title: 'Saved', description: title, tone: 'success' });
      },
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  function save(changes: SettingChange[]) {
    setUnconfirmed(undefined);
    run(changes);
  }

  function handleSubmit() {
    if (!isDirty || !form.check()) return;
    const changes = changed.map(({ key }) => ({
      key,
      value: settingValueOf(key, form.values[key]),
      before: settingValueOf(key, form.seen[key]),
    }));
    const warnings = settingWarnings(Object.fromEntries(changes.map(({ key, value }) => [key, value])));
    if (warnings.length > 0) setUnconfirmed({ warnings, changes });
    else save(changes);
  }

  return (
    <Form ref={form.formRef} aria-label={title} hidden={!settings.some(isVisible)} onSubmit={handleSubmit}>
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
        onDiscard={form.discard}
      />
      <UnusualValueDialog
        warnings={unconfirmed?.warnings ?? []}
        confirm="Save changes"
        onConfirm={() => unconfirmed && save(unconfirmed.changes)}
        onClose={() => setUnconfirmed(undefined)}
      />
    </Form>
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
