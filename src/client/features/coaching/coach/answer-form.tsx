import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { type AnswerInput, answerBounds } from '../../../../shared/coaching/answers.ts';
import type { CoachQuestionView } from '../../../../shared/coaching/questions.ts';
import { leakOptions, leaks } from '../../../../shared/practice/leaks.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { resourceOptions } from '../../practice/drills/resource-options.ts';
import { OptionFields } from '../../practice/option-fields.tsx';
import { withoutOptionErrors } from '../../practice/option-inputs.ts';
import { useDraftErrors } from '../../practice/use-draft-errors.ts';
import { VoiceClip, type VoiceClipProps } from '../voice/voice-clip.tsx';
import {
  type AnswerDraft,
  clearDraft,
  commentField,
  loadDraft,
  readDraft,
  saveDraft,
  withEarlierAnswer,
  withParagraph,
} from './answer-draft.ts';
import { Phrases } from './phrases.tsx';
import { SimilarAnswers } from './similar-answers.tsx';
import { withClaim } from './with-claim.ts';

export type AnswerFormHandle = {
  focusWeight: (index: number) => void;
  focus: (field: 'leak' | 'place') => void;
  openPhrases: () => void;
  addComment: (atAction: number) => void;
  /** Records a voice clip until the key is released. */
  recordWhileHeld: (key: string) => void;
  draft: () => AnswerDraft;
};

export type AnswerFormProps = {
  ref: RefObject<AnswerFormHandle | null>;
  view: CoachQuestionView;
  /** Describes an action of the hand, by its index. */
  describeAction: (action: number) => string;
  onSent: (draft: AnswerDraft) => void;
  /** Moves the focus out of the form, so that the keyboard shortcuts without Ctrl work again. */
  onLeave: () => void;
};

/**
 * The form for a coach's answer. A changed draft stays in the tab until the answer is sent or the question is returned.
 */
export function AnswerForm({ ref, view, describeAction, onSent, onLeave }: AnswerFormProps) {
  const [loaded] = useState(() => loadDraft(view));
  const [draft, setDraft] = useState(loaded);
  const { formRef, errors, setErrors, showErrors, showServerErrors } = useDraftErrors(draft);
  const phrases = useRef<HTMLButtonElement>(null);
  const voice: VoiceClipProps['ref'] = useRef(null);
  const utils = trpc.useUtils();
  const places = trpc.questions.places.useQuery(undefined, { staleTime: 300_000 });
  const { isPending, failure, submit } = useAction(
    useMutation({
      mutationFn: (input: AnswerInput) =>
        withClaim(utils.client, view, () => utils.client.questions.answer.mutate(input)),
      onSuccess() {
        clearDraft(view.id);
        onSent(draft);
      },
      onSettled: () => utils.questions.queue.invalidate(),
    }),
    { form: { showServerErrors } },
  );

  useEffect(() => {
    if (draft !== loaded) saveDraft(view.id, draft);
  }, [view.id, draft, loaded]);

  // Focuses a field after the key press, so that the key is not typed into the field. A new field is rendered by then.
  const focusLater = (name: string) =>
    setTimeout(() => {
      const field = formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`);
      field?.focus();
      // Selects the weight, so that typing replaces it.
      if (field instanceof HTMLInputElement) field.select();
      if (field instanceof HTMLTextAreaElement)
        field.setSelectionRange(field.value.length, field.value.length);
    });
  function change(part: Partial<AnswerDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    // Removes the errors of the changed fields, which were about the former values.
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => !(name in part))));
  }
  useImperativeHandle(ref, () => ({
    focusWeight: (index) => focusLater(`weight-${index}`),
    focus: focusLater,
    openPhrases: () =>
      // Sends a key press, because the menu ignores scripted clicks after it was opened with a mouse.
      setTimeout(() => {
        phrases.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      }),
    draft: () => draft,
    addComment(atAction) {
      const index = draft.comments.findIndex((comment) => comment.atAction === atAction);
      if (index === -1) change({ comments: [...draft.comments, { atAction, text: '' }] });
      focusLater(commentField(atAction));
    },
    recordWhileHeld: (key) => voice.current?.recordWhileHeld(key),
  }));

  function send() {
    submit(() => {
      const read = readDraft(view, draft);
      showErrors(read.errors);
      const isHeld = voice.current?.holdsAnswer() ?? false;
      return read.errors || isHeld ? undefined : read.input;
    });
  }

  useCtrlEnter(send);

  return (
    <Card as="section" aria-label="Your answer">
      <Form
        ref={formRef}
        aria-label="Answer"
        className="grid gap-6"
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
          if (event.target.matches('input, textarea, select')) onLeave();
        }}
      >
        <OptionFields
          options={draft.options}
          errors={errors}
          note={
            view.isFollowUp
              ? 'Options are optional here. If you add some, they replace the options of the first answer in the student’s drill.'
              : 'An option without a weight is left out.'
          }
          onChange={(options) => {
            change({ options });
            setErrors(withoutOptionErrors);
          }}
          onEnter={() => focusLater('reason')}
        />
        <TextAreaField
          name="reason"
          label="The reason"
          rows={7}
          maxLength={answerBounds.reasonLength}
          value={draft.reason}
          error={errors.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Phrases
          ref={phrases}
          reason={draft.reason}
          onInsert={(text) => {
            change({ reason: withParagraph(draft.reason, text) });
            focusLater('reason');
          }}
        />
        <VoiceClip
          ref={voice}
          draft={{ url: draft.voice, transcript: draft.transcript }}
          error={errors.voice}
          transcriptError={errors.transcript}
          onChange={({ url, transcript }) =>
            change({
              ...(url !== undefined && { voice: url }),
              ...(transcript !== undefined && { transcript }),
            })
          }
        />
        {draft.comments.map(({ atAction, text }) => (
          <TextAreaField
            key={atAction}
            name={commentField(atAction)}
            label={`Comment: ${describeAction(atAction)}`}
            optional
            rows={2}
            maxLength={answerBounds.commentLength}
            value={text}
            error={errors[commentField(atAction)] ?? errors.comments}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              change({
                comments: draft.comments.map((each) =>
                  each.atAction === atAction ? { atAction, text: typed } : each,
                ),
              });
              setErrors(({ [commentField(atAction)]: _, ...others }) => others);
            }}
          />
        ))}
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <SelectField
            name="leak"
            label="Leak"
            optional
            placeholder="None"
            value={draft.leak}
            error={errors.leak}
            options={leakOptions}
            onChange={(event) => change({ leak: event.currentTarget.value })}
          />
          <SelectField
            name="place"
            label="Lesson to watch or read"
            optional
            placeholder={choiceHint(places, 'None')}
            value={draft.place}
            error={errors.place}
            options={resourceOptions(places.data)}
            onChange={(event) => change({ place: event.currentTarget.value })}
          />
          {draft.place !== '' && (
            <TextField
              name="placeAt"
              label={draft.place.startsWith('plan') ? 'Page' : 'Time, such as 12:31'}
              value={draft.placeAt}
              error={errors.placeAt}
              onChange={(event) => change({ placeAt: event.currentTarget.value })}
            />
          )}
        </div>
        <SimilarAnswers
          id={view.id}
          leak={leaks.find(({ id }) => id === draft.leak)?.id ?? null}
          isBlank={
            draft.reason.trim() === '' &&
            draft.options.every(({ weight, why }) => `${weight}${why}`.trim() === '')
          }
          onUse={(answer) => {
            const { options, reason } = withEarlierAnswer(view, draft, answer);
            change({ options, reason });
            setErrors(withoutOptionErrors);
          }}
        />
        <FormError
          title="The answer was not sent"
          uncertainTitle="The answer may have been sent"
          failure={failure}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={isPending} busyLabel="Sending...">
            Send the answer
          </Button>
          <span className="text-sm text-muted max-sm:hidden">Ctrl+Enter</span>
        </div>
      </Form>
    </Card>
  );
}

/** Ctrl (or Command) and Enter, wherever the focus is. Inactive while a dialog is open. */
function useCtrlEnter(onPress: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (event.defaultPrevented || event.repeat || document.querySelector('[role="dialog"]')) return;
    // Prevents the browser from also pressing a focused button or link.
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
