import { settingChoices, settingValueText } from '../../../../shared/setting-values.ts';
import type { AdminSetting, ConfirmationPointView } from '../../../../shared/settings.ts';
import { formatDate } from '../../../lib/format.ts';
import type { FieldProps } from '../../../lib/use-form-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { ConfirmLine } from './confirm-line.tsx';
import { hasLines, settingControlId, settingHint, typedSettingValue } from './setting-labels.ts';

export type SettingFieldProps = {
  setting: AdminSetting;
  field: FieldProps;
  onChange: (text: string) => void;
  /** Whether an admin has confirmed the value. Undefined for settings that need no confirmation. */
  point: ConfirmationPointView | undefined;
};

/** One setting: its control, its default, who changed it, and whether an admin confirmed its value. */
export function SettingField({ setting, field, onChange, point }: SettingFieldProps) {
  const { key, label } = setting;
  const typed = typedSettingValue(key, field.value);
  return (
    <>
      <Control setting={setting} field={field} onChange={onChange} />
      <p className="mt-1 text-sm wrap-anywhere text-muted">
        Default: {settingValueText(key, setting.default)}
        {setting.updatedAt !== null &&
          `. Changed ${setting.updatedByName === null ? '' : `by ${setting.updatedByName} `}on ${formatDate(setting.updatedAt)}`}
        {typed !== setting.default && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Use default for ${label}`}
            onClick={() => onChange(String(setting.default))}
          >
            Use default
          </Button>
        )}
      </p>
      {point && typed === setting.value && <ConfirmLine point={point} label={label} />}
    </>
  );
}

function Control({ setting, field, onChange }: Omit<SettingFieldProps, 'point'>) {
  const { key, label } = setting;
  const texts = { id: settingControlId(key), label, hint: settingHint(key) };
  if (typeof setting.value === 'boolean') {
    return (
      // A switch never has an error: both values are valid, and if another admin has changed it, both changes are the
      // same.
      <SwitchField
        {...texts}
        name={field.name}
        checked={field.value === 'true'}
        onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
      />
    );
  }
  const choices = settingChoices(key);
  if (choices) return <SelectField {...field} {...texts} options={choices} />;
  if (hasLines(key)) return <TextAreaField {...field} {...texts} rows={4} />;
  return (
    <TextField
      {...field}
      {...texts}
      inputMode={typeof setting.value === 'number' ? 'numeric' : undefined}
      spellCheck={false}
      autoComplete="off"
    />
  );
}
