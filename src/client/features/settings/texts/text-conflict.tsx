import { type SiteText, textDefinition } from '../../../../shared/site-texts/site-texts.ts';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';

export type TextConflictProps = {
  /** The texts when editing began. */
  base: readonly SiteText[];
  /** What the user has typed, by the key of the text. */
  typed: Readonly<Record<string, string>>;
  /** The texts that another admin has saved since editing began. */
  theirs: readonly SiteText[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

/** Shown when another admin has saved during editing. The typed texts stay until the user keeps or discards them. */
export function TextConflict({ base, typed, theirs, onTakeTheirs, onKeepMine }: TextConflictProps) {
  const changed = theirs.filter(
    ({ key, version }) => base.find((text) => text.key === key)?.version !== version,
  );
  const changedBy = changed.find(({ changedByName }) => changedByName !== null)?.changedByName;
  const conflicts = changed.filter(({ key, value }) => typed[key] !== value && isTyped(key));

  function isTyped(key: string): boolean {
    return typed[key] !== base.find((text) => text.key === key)?.value;
  }

  return (
    <ConflictNotice
      title={
        changedBy
          ? `${changedBy} has changed these texts`
          : 'These texts were changed in another tab or by another admin'
      }
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
    >
      <p>What you typed is still here and not saved yet.</p>
      {conflicts.map(({ key, value }) => (
        <p key={key} className="mt-2">
          <span className="font-semibold">{textDefinition(key)?.label}</span> is now: {value}
        </p>
      ))}
    </ConflictNotice>
  );
}
