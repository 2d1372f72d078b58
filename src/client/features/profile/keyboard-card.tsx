import { useState } from 'react';
import { areSingleKeysOn, setSingleKeys } from '../../lib/shortcut-key.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';

/** Turns shortcuts of a single character off, which speech input and slips of the hand would trigger by accident. */
export function KeyboardCard() {
  const [isOn, setOn] = useState(areSingleKeysOn);
  const isHydrated = useHydrated();
  return (
    <Card as="section" aria-labelledby="keyboard-title">
      <h2 id="keyboard-title" className="text-lg font-semibold">
        Keyboard
      </h2>
      <SwitchField
        className="mt-4"
        label="Single keys are shortcuts"
        hint="Letters, digits and signs, such as B in the replayer. Arrow keys, Space and Enter always work. Kept in this browser until you log out."
        checked={isOn || !isHydrated}
        onChange={(event) => {
          setSingleKeys(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
    </Card>
  );
}
