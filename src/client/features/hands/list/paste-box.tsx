import { Link } from '@tanstack/react-router';
import { type ClipboardEvent, type DragEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import type { SavedHand } from '../../../../shared/hands/hands.ts';
import { tabStorage } from '../../../lib/browser-storage.ts';
import { countText } from '../../../lib/count-text.ts';
import { describeError } from '../../../lib/error-text.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { visitorStorage } from '../../../lib/visitor-storage.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { SignUpToKeep } from '../sign-up-to-keep.tsx';
import { type GoodHand, shownHands } from './parse-messages.ts';
import { ParsedHandList, prepareReplayer } from './parsed-hand-list.tsx';
import { UnreadableHand } from './unreadable-hand.tsx';
import type { HandParser } from './use-hand-parser.ts';

/** The maximum number of characters of the hands in one request, so that the request stays below the server's limit. */
const batchLength = 600_000;
/** A longer text in the box would freeze the page. */
const maxShownLength = 50_000;

export type PasteBoxProps = {
  /** Owned by the parent, so that hands parsed from files are not lost when the box closes. */
  parser: HandParser;
  /**
   * Without an account, hands are parsed and replayed, but not saved. Files are not accepted, because the tab keeps
   * only the text while the visitor signs up.
   */
  isVisitor?: boolean;
  /** The text of the clipboard when the box opened. */
  pasted?: string;
  /**
   * Closes the sheet that contains the box; absent if the box is part of the page. Called after saving, unless some
   * hands could not be parsed or the account is full.
   */
  onSaved?: () => void;
};

/** Reads pasted hands or dropped files, lists them, and saves them with one click. Names never leave the browser. */
export function PasteBox({ parser, isVisitor = false, pasted = '', onSaved }: PasteBoxProps) {
  const utils = trpc.useUtils();
  const save = trpc.hands.save.useMutation();
  const { parsed, hasFiles, prepare, parse, addFiles, retry, clear } = parser;
  const [draft] = useState(() =>
    sessionStorageDraft('hands', ['text'], isVisitor ? visitorStorage : tabStorage),
  );
  const [text, setText] = useState('');
  const [isPasted, setPasted] = useState(false);
  /** The number of hands that are saved so far; undefined while none are being saved. */
  const [savedCount, setSavedCount] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [singleOutcome, setSingleOutcome] = useState<Extract<SavedHand, { id: string }>>();
  const fileId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { good, bad, total, isDone, hasFailed } = parsed;
  const isSaving = savedCount !== undefined;
  const isLong = text.length > maxShownLength;
  // A pasted text is shown only if a part of it could not be parsed, because rendering a long text is slow.
  const isHidden = isLong || (isPasted && bad.length === 0 && !hasFailed);
  const isBoxEmpty = text === '' || isHidden;

  // The box starts with the stored draft, followed by the clipboard's text or by text that was typed before hydration,
  // which the next rendering would otherwise erase.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the box opens
  useLayoutEffect(() => {
    const { text: before = '' } = draft.load();
    const added = box.current?.value || pasted;
    const newText = added.trim() === '' || before.includes(added) ? before : join(before, added);
    setPasted(box.current?.value === '');
    if (newText) change(newText);
  }, []);

  function prepareAll() {
    prepare();
    void prepareReplayer();
  }

  /** @param isImmediate - whether to read the text immediately; text that is being typed is read after a pause */
  function change(next: string, isImmediate = true) {
    setText(next);
    setFailure(undefined);
    setSingleOutcome(undefined);
    draft.save({ text: next });
    clearTimeout(timer.current);
    if (isImmediate || next.trim() === '') parse(next);
    else timer.current = setTimeout(() => parse(next), 60);
  }

  /**
   * Reads the pasted text immediately. If the box shows a text and has room for the pasted text, the browser inserts
   * the pasted text; if not, this function adds it.
   */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    // A read-only box receives this event too.
    if (isSaving) return;
    const added = event.clipboardData.getData('text').replaceAll('\r\n', '\n');
    if (!isBoxEmpty && text.length + added.length <= maxShownLength) {
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      parse(`${value.slice(0, selectionStart)}${added}${value.slice(selectionEnd)}`);
      return;
    }
    event.preventDefault();
    setPasted(true);
    change(join(text, added));
  }

  function type(typed: string, isImmediate: boolean) {
    setPasted(false);
    change(isHidden ? join(text, typed) : typed, isImmediate);
  }

  async function readFiles(files: Iterable<File>) {
    try {
      const added = await Promise.all(
        [...files].map(async (file) => ({
          name: file.name,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      );
      setFailure(undefined);
      setSingleOutcome(undefined);
      addFiles(added);
    } catch (error) {
      // Browsers report a dropped folder as a file that cannot be read.
      console.warn('A file could not be read', error);
      showToast({
        title: 'The files could not be read',
        description: 'If you dropped a folder, choose the files in it instead.',
        tone: 'danger',
      });
    }
  }

  async function saveAll() {
    // Ctrl+Enter also gets here while the button is disabled or absent.
    if (!isDone || isSaving || isVisitor || good.length === 0) return;
    setSavedCount(0);
    setFailure(undefined);
    const outcomes: SavedHand[] = [];
    try {
      // The list shows the hands of the newest request first, so that the last request must contain the first hands.
      for (const batch of batchesOf(good).toReversed()) {
        const saved = await save.mutateAsync({
          hands: batch.map(({ text: sent, key }) => ({ text: sent, key })),
        });
        outcomes.unshift(...saved);
        setSavedCount(outcomes.length);
        if (saved.at(-1)?.outcome === 'full') break;
      }
      const isFull = outcomes.some(({ outcome }) => outcome === 'full');
      const unreadable = good.filter((_, index) => outcomes[index]?.outcome === 'unreadable');
      const isComplete =
        !hasFailed && outcomes.every(({ outcome }) => outcome === 'saved' || outcome === 'known');
      // If the account is full, or the worker has failed and some hands are not read yet, all hands stay in the box. In
      // the next request, the server recognizes the hands that were saved.
      if (!isFull && !hasFailed) {
        setPasted(false);
        clear();
        change([...bad.map(({ source }) => source), ...unreadable.map((hand) => hand.text)].join('\n\n\n'));
      }
      const [single] = outcomes.length === 1 ? outcomes : [];
      if (single && 'id' in single) setSingleOutcome(single);
      const description = outcomeText(outcomes);
      if (isFull) setFailure(description);
      showToast({
        title: isComplete ? savedTitle(outcomes) : 'Not every hand was saved',
        description,
        tone: isComplete ? 'success' : 'danger',
      });
      if (bad.length === 0 && isComplete) onSaved?.();
      // The pressed button was removed, so the box takes the focus. In a sheet, the box does not take it, because the
      // phone's keyboard would open.
      if (!onSaved) box.current?.focus();
    } catch (error) {
      const stored = outcomes.filter((outcome) => 'id' in outcome).length;
      setFailure(`${describeError(error).message} ${stored} of ${good.length} hands are saved.`);
    } finally {
      setSavedCount(undefined);
      await utils.hands.invalidate();
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    if (isSaving || event.dataTransfer.files.length === 0) return;
    if (!isVisitor) void readFiles(event.dataTransfer.files);
    else
      showToast({
        title: 'You need an account to add files',
        description: 'Paste the text of the file instead.',
        tone: 'danger',
      });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are chosen with a button as well
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <TextAreaField
        ref={box}
        label="Paste a hand"
        hint={
          isLong
            ? 'This text is too long to be shown here. It is read anyway.'
            : isVisitor
              ? 'The text that your poker room saves. It is read on your device and not sent.'
              : `${onSaved ? '' : 'Or drop files of your poker room here. '}Opponents’ names are replaced before anything is sent.`
        }
        rows={isBoxEmpty ? 3 : 6}
        value={isHidden ? '' : text}
        readOnly={isLong || isSaving}
        spellCheck={false}
        autoComplete="off"
        onFocus={prepareAll}
        onPointerEnter={prepareAll}
        onPaste={paste}
        onChange={(event) => type(event.currentTarget.value, isPaste(event.nativeEvent))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void saveAll();
        }}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
      {!isVisitor && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <label htmlFor={fileId} className={buttonClass('secondary', 'small')}>
            Choose files
          </label>
          <input
            id={fileId}
            type="file"
            multiple
            disabled={isSaving}
            accept=".txt,.xml"
            className="sr-only"
            onChange={(event) => {
              const { files } = event.currentTarget;
              if (files && files.length > 0) void readFiles(files);
              event.currentTarget.value = '';
            }}
          />
          <Link to="/hands/new" className={classNames(buttonClass('quiet', 'small'), 'max-sm:hidden')}>
            Build a hand
          </Link>
        </div>
      )}
      {singleOutcome && (
        <p className="mt-4">
          {singleOutcome.outcome === 'saved' ? 'Saved.' : 'You have this hand already.'}{' '}
          <Link to="/hands/$id" params={{ id: singleOutcome.id }} className="underline underline-offset-2">
            Open the hand, or ask the coach about it
          </Link>
        </p>
      )}
      {total !== null && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
          <p role="status" className="font-semibold tabular">
            {isDone ? parsedText(good.length, bad.length) : `Reading ${good.length + bad.length} of ${total}`}
          </p>
          {(isBoxEmpty || hasFiles) && isDone && !isSaving && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                clear();
                change('');
              }}
            >
              Discard
            </Button>
          )}
        </div>
      )}
      {hasFailed && (
        <p role="alert" className="mt-4 text-danger">
          The hands could not be read, because a part of this page is missing. Nothing is lost. Check the
          connection, then{' '}
          <button
            type="button"
            className="font-semibold underline"
            onClick={() => {
              setPasted(false);
              retry();
            }}
          >
            read them again
          </button>
          .
        </p>
      )}
      {good.length > 0 && (
        <>
          <ParsedHandList hands={good} />
          {failure && (
            <p role="alert" className="mt-3 text-danger">
              {failure}
            </p>
          )}
          {isVisitor ? (
            <SignUpToKeep next="/hands" className="mt-3" />
          ) : (
            <Button
              className="mt-3"
              disabled={!isDone}
              busy={isSaving}
              busyLabel={`Saving ${(savedCount ?? 0).toLocaleString('en-US')} of ${good.length.toLocaleString('en-US')}...`}
              onClick={() => void saveAll()}
            >
              {good.length === 1 ? 'Save this hand' : `Save ${good.length.toLocaleString('en-US')} hands`}
            </Button>
          )}
        </>
      )}
      {bad.length > 0 && isDone && (
        <ul className="mt-4 grid gap-3">
          {bad
            .slice(0, shownHands)
            // Two files may have the same name.
            .map((hand, index) => ({ hand, row: `${hand.file}-${hand.line}-${index}` }))
            .map(({ hand, row }) => (
              <UnreadableHand key={row} hand={hand} isVisitor={isVisitor} />
            ))}
        </ul>
      )}
    </div>
  );
}

const join = (text: string, added: string) => [text, added].join('\n\n\n').trimStart();

const isPaste = (event: Event) =>
  event instanceof InputEvent && /^insertFrom(?:Paste|Drop)$/.test(event.inputType);

function batchesOf(hands: readonly GoodHand[]): GoodHand[][] {
  const batches: GoodHand[][] = [];
  let length = 0;
  for (const hand of hands) {
    const last = batches.at(-1);
    if (!last || last.length >= handBounds.textsPerCall || length + hand.text.length > batchLength) {
      batches.push([hand]);
      length = hand.text.length;
    } else {
      last.push(hand);
      length += hand.text.length;
    }
  }
  return batches;
}

function parsedText(good: number, bad: number): string {
  if (bad === 0) return `${countText(good, 'hand')} read`;
  return good === 0
    ? `${countText(bad, 'hand')} could not be read`
    : `${countText(good, 'hand')} read, ${bad} could not be read`;
}

const savedTitle = (outcomes: readonly SavedHand[]) =>
  outcomes.some(({ outcome }) => outcome === 'saved') ? 'Saved' : 'No new hands';

function outcomeText(outcomes: readonly SavedHand[]): string {
  const count = (wanted: SavedHand['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const known = count('known');
  const unreadable = count('unreadable');
  const withoutHero = count('without_hero');
  return [
    ...(known === outcomes.length ? [] : [`${countText(count('saved'), 'hand')} saved.`]),
    ...(known > 0 ? [`You had ${known.toLocaleString('en-US')} already.`] : []),
    ...(unreadable > 0 ? [`${unreadable.toLocaleString('en-US')} could not be read.`] : []),
    ...(withoutHero > 0
      ? [
          `${countText(withoutHero, 'hand')} in which you did not play ${withoutHero === 1 ? 'was' : 'were'} not saved: you can store ${handBounds.withoutHero} of them.`,
        ]
      : []),
    ...(count('full') > 0
      ? ['Your account stores no more. Delete some hands, or choose a higher membership.']
      : []),
  ].join(' ');
}
