import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { rangeText } from '../../../../shared/poker/range-text.ts';
import { type CellWeights, rangeOf, weightsOf } from '../../../../shared/practice/range-weights.ts';
import type { RangeCells, RangeView } from '../../../../shared/practice/ranges.ts';
import { describeError } from '../../../lib/error-text.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { type Action, useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { showFailure } from '../../../ui/toast.tsx';

const autosaveMs = 1_200;

export type RangeDraft = { id: string; name: string; situation: string; cells: RangeCells };

export const cellsOf = (weights: readonly CellWeights[]): RangeCells => ({
  raise: rangeText(rangeOf(weights, 'raise')),
  call: rangeText(rangeOf(weights, 'call')),
});

export const weightsOfRange = ({ draft, cells }: RangeView) => weightsOf(draft ?? cells);

/** A draft that the server may not have yet. `sent` is the key of the draft that was sent last. */
const unsavedDraft = (id: string) =>
  sessionStorageDraft(`range:${id}`, [
    'name',
    'situation',
    'raise',
    'call',
    'editedFrom',
    'isWithdrawn',
    'sent',
  ]);

/** What the painter starts with: this tab's unsaved draft, for example after a reload, or else the stored draft. */
export function startingDraft(range: RangeView): RangeDraft {
  const { id } = range;
  const { editedFrom, name = range.name, situation = '', raise = '', call = '' } = unsavedDraft(id).load();
  if (editedFrom !== undefined) return { id, name, situation, cells: { raise, call } };
  return { id, name: range.name, situation: range.situation, cells: cellsOf(weightsOfRange(range)) };
}

const isConflict = (error: unknown) => describeError(error).code === 'conflict';

const keyOf = ({ id, name, situation, cells }: RangeDraft) => JSON.stringify({ id, name, situation, cells });
const keyOfRange = (range: RangeView) => keyOf({ ...range, cells: cellsOf(weightsOfRange(range)) });

export type StoredDraft = {
  isStored: boolean;
  save: Action<RangeDraft, unknown>;
  /** The stored range, if it was changed elsewhere. Nothing is saved until the user takes it or keeps the draft. */
  theirs: RangeView | undefined;
  /** Whether the range was withdrawn after editing began. */
  wasWithdrawn: boolean;
  /** Call this after the draft was replaced by `theirs`. */
  takeTheirs: () => void;
  /** Saves the draft over `theirs`. */
  keepMine: () => void;
  /** Saves the draft, then calls `next` with the time of the save, unless the save failed. */
  storeThen: (next: (savedAt: string) => void) => void;
};

/**
 * Saves the draft of a range automatically: after a pause in editing, and when the user leaves the range painter. The
 * tab stores the draft until it is saved. A change that was saved elsewhere after editing began is not overwritten.
 */
export function useStoredDraft(range: RangeView, draft: RangeDraft): StoredDraft {
  const { id } = range;
  const utils = trpc.useUtils();
  const key = keyOf(draft);
  const [unsaved] = useState(() => unsavedDraft(id));
  const [start] = useState(() => {
    const { editedFrom: from, isWithdrawn, sent = '' } = unsaved.load();
    if (from === undefined || key === keyOfRange(range))
      return { from: range.updatedAt, own: keyOfRange(range), isWithdrawn: range.isWithdrawn };
    return { from, own: sent, isWithdrawn: isWithdrawn !== undefined };
  });
  const [storedKey, setStoredKey] = useState(() => keyOfRange(range));
  // `storedKey` as a ref, which is current even if the component is unmounted before the next render.
  const stored = useRef(storedKey);
  const [theirs, setTheirs] = useState<RangeView>();
  const editedFrom = useRef(start.from);
  const isWithdrawn = useRef(start.isWithdrawn);
  // A draft that was sent from here is not a change from elsewhere, even if its response was lost.
  const ownKeys = useRef(new Set([start.own]));
  // The request in progress. A later draft waits for it, so that it is stored last.
  const sending = useRef<Promise<unknown>>(Promise.resolve());

  async function saveUnlessChanged(sent: RangeDraft): Promise<void> {
    ownKeys.current.add(keyOf(sent));
    try {
      const { updatedAt } = await utils.client.ranges.save.mutate({
        ...sent,
        editedFrom: editedFrom.current,
      });
      editedFrom.current = updatedAt;
    } catch (error) {
      if (!isConflict(error)) throw error;
      const found = await utils.client.ranges.get.query({ id });
      // If another coach has withdrawn the range, publishing this draft would show the range to students again.
      if (!ownKeys.current.has(keyOfRange(found)) || found.isWithdrawn !== isWithdrawn.current) {
        setTheirs(found);
        throw error;
      }
      editedFrom.current = found.updatedAt;
      await saveUnlessChanged(sent);
    }
  }
  function send(sent: RangeDraft) {
    const request = sending.current.catch(() => undefined).then(() => saveUnlessChanged(sent));
    sending.current = request;
    return request;
  }
  function markStored({ name, situation, cells }: RangeDraft) {
    stored.current = keyOf({ id, name, situation, cells });
    setStoredKey(stored.current);
    void utils.ranges.list.invalidate();
    // The next visit starts with this draft. The range is not refetched while the user paints.
    const changes = { name, situation, draft: cells, updatedAt: editedFrom.current };
    utils.ranges.get.setData({ id }, (cached) => cached && { ...cached, ...changes });
    void utils.ranges.get.invalidate({ id }, { refetchType: 'none' });
  }
  const save = useAction(useMutation({ mutationFn: send, onSuccess: (_, sent) => markStored(sent) }));
  // The server may store a change that is being sent, or whose response was lost, even if the user has undone it.
  const isUncertain = save.isPending || save.failure !== undefined;
  const isStored = key === storedKey && !isUncertain;
  const hasFailed =
    save.failure !== undefined && save.variables !== undefined && keyOf(save.variables) === key;
  const isWaiting = !isStored && !save.isPending && !hasFailed && !theirs;
  const saveDraft = useEffectEvent(() => save.run(draft));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft restarts the timer
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => saveDraft(), autosaveMs);
    return () => clearTimeout(timer);
  }, [key, isWaiting]);

  const keepInTab = useEffectEvent(() => {
    if (isStored) unsaved.clear();
    else {
      const { name, situation, cells } = draft;
      const sent = save.variables && keyOf(save.variables);
      unsaved.save({
        name,
        situation,
        ...cells,
        editedFrom: editedFrom.current,
        isWithdrawn: isWithdrawn.current ? 'true' : undefined,
        sent,
      });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the draft or its stored state changes
  useEffect(() => keepInTab(), [key, storedKey, isStored, save.variables]);

  // The user may follow a link before the last change was saved.
  const saveLastChange = useEffectEvent(() => {
    if (theirs) unsaved.clear();
    if ((stored.current === key && !isUncertain) || theirs) return;
    utils.ranges.get.setData({ id }, (cached) => cached && { ...cached, draft: draft.cells });
    send(draft).then(() => {
      unsaved.clear();
      return utils.ranges.invalidate();
    }, showFailure('The last change of the range was not saved'));
  });
  useEffect(() => () => saveLastChange(), []);

  return {
    isStored,
    save,
    theirs,
    wasWithdrawn: theirs?.isWithdrawn === true && !start.isWithdrawn,
    takeTheirs() {
      if (!theirs) return;
      editedFrom.current = theirs.updatedAt;
      isWithdrawn.current = theirs.isWithdrawn;
      stored.current = keyOfRange(theirs);
      setStoredKey(stored.current);
      utils.ranges.get.setData({ id }, theirs);
      setTheirs(undefined);
      save.reset();
    },
    keepMine() {
      if (!theirs) return;
      editedFrom.current = theirs.updatedAt;
      isWithdrawn.current = theirs.isWithdrawn;
      setTheirs(undefined);
      save.run(draft);
    },
    storeThen: (next) =>
      void send(draft).then(
        () => {
          markStored(draft);
          save.reset();
          next(editedFrom.current);
        },
        (error: unknown) => {
          // Sends the draft again through `save`, which shows the error. A conflict is shown through `theirs`.
          if (!isConflict(error)) save.run(draft);
        },
      ),
  };
}
