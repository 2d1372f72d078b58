import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { KycStatus } from '../../../../shared/enums.ts';
import { type AdminKycApplication, kycTransitions } from '../../../../shared/kyc/kyc.ts';
import { limits } from '../../../../shared/limits.ts';
import { optionalText } from '../../../../shared/text-schemas.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageActions } from '../../../ui/page-actions.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { useRefresh } from '../use-refresh.ts';
import type { DocumentSide } from './application-documents.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { caseStatus, isOpenCase, sameDecisionText } from './kyc-cases.ts';
import { type Finding, unseenSides } from './kyc-findings.ts';
import { RejectDialog, type Rejection } from './reject-dialog.tsx';
import { ReviewDialog, type ReviewRequest } from './review-dialog.tsx';

type Decision = Exclude<KycStatus, 'pending'>;

/** `key` is a single-key shortcut, inactive while the user types. */
const actions: Record<Decision, { label: string; busyLabel: string; variant: ButtonVariant; key: string }> = {
  approved: { label: 'Approve', busyLabel: 'Approving...', variant: 'primary', key: 'a' },
  requires_review: { label: 'Ask for more', busyLabel: 'Saving...', variant: 'secondary', key: 'q' },
  rejected: { label: 'Reject', busyLabel: 'Rejecting...', variant: 'danger', key: 'r' },
};
/** The label of the button that sends a decided case back to review. */
const reopenLabels: Partial<Record<KycStatus, string>> = {
  approved: 'Take the approval back',
  rejected: 'Look at it again',
};
const order: readonly Decision[] = ['approved', 'requires_review', 'rejected'];

export type KycDecisionProps = {
  application: AdminKycApplication;
  /** The id of the newest application of the same person; null if this application is the newest. */
  newerId: string | null;
  /** The warnings that the admin must confirm before approving. */
  findings: readonly Finding[];
  /** The sides of the document whose images have been shown. */
  drawn: readonly DocumentSide[];
  onOpen: (id: string) => void;
  /** Called even if another case was opened before the decision was saved. */
  onDecided: (view: AdminKycApplication, notes: CaseNotes) => void;
  /** Called after `onDecided`, if this case is still the one on the page. */
  onLeave: (view: AdminKycApplication) => void;
};

export type CaseNotes = z.infer<typeof notesSchema>;

/** The draft of the notes on a case. It is kept until the case is decided. */
export const caseNotesDraft = (id: string) =>
  sessionStorageDraft(`kyc:${id}`, ['adminNotes', 'internalNotes']);

const notesSchema = z.object({
  adminNotes: optionalText(limits.notesMaxLength).trim(),
  internalNotes: optionalText(limits.notesMaxLength).trim(),
});

/** How long both images must be visible before the approval shortcut works, in milliseconds. */
const minViewMs = 1_000;

/** The messages for an approval shortcut that does not work yet. */
const tooSoon = { title: 'Look at both pictures first, then press A again' };
const notShown = {
  title: 'The A key works as soon as both pictures are shown',
  description: 'If a picture is missing, use the Approve button, which asks for confirmation.',
};

const sameDecision: ErrorText = { status: 409, message: sameDecisionText };

type Details = Partial<Rejection> | ReviewRequest;

/** The notes and the possible decisions. Typed notes survive a reload and a decision by another admin. */
export function KycDecision({
  application,
  newerId,
  findings,
  drawn,
  onOpen,
  onDecided,
  onLeave,
}: KycDecisionProps) {
  const { user } = useCurrentUser();
  const refresh = useRefresh();
  const draft = caseNotesDraft(application.id);
  const form = useFormFields({
    initial: () => ({ adminNotes: '', internalNotes: '' }),
    restore: draft.load,
    onChange: draft.save,
    schema: notesSchema,
  });
  const name = `${application.firstName} ${application.lastName}`;
  const note = form.values.adminNotes.trim();
  const [confirming, setConfirming] = useState<Decision>();
  const [warnings, setWarnings] = useState<readonly Finding[]>([]);
  const [wasSameDecision, setWasSameDecision] = useState(false);
  const inReview = application.status === 'requires_review';
  const isDecided = reopenLabels[application.status] !== undefined;
  const possible = order.filter(
    (status) =>
      kycTransitions[application.status].includes(status) || (inReview && status === 'requires_review'),
  );

  const isOwn = (view: AdminKycApplication) => view.reviewedBy === user?.id;
  const { isPending, variables, failure, run } = useAction(
    trpc.admin.kyc.setStatus.useMutation({
      async onSuccess(view, { adminNotes, internalNotes }) {
        setConfirming(undefined);
        // Another admin had just made the same decision, so this request changed nothing.
        if (!isOwn(view)) {
          await refresh.afterSuccess();
          setWasSameDecision(true);
          return;
        }
        draft.clear();
        form.reset({ adminNotes: '', internalNotes: '' });
        onDecided(view, { adminNotes: adminNotes ?? '', internalNotes: internalNotes ?? '' });
        void refresh.afterSuccess();
      },
      async onError(error) {
        setConfirming(undefined);
        showFailure('Review failed')(error);
        const { status } = describeError(error);
        // The case has changed or was deleted since this page was loaded.
        if (status === 409 || status === 404) await refresh.afterError();
      },
    }),
    {
      form,
      leave(view) {
        if (isOwn(view)) onLeave(view);
      },
    },
  );

  function decide(status: Decision, details: Details = {}) {
    const notes = form.check();
    if (!notes) return;
    setWasSameDecision(false);
    run({
      id: application.id,
      status,
      seenStatus: application.status,
      seenItems: application.requestedItems,
      adminNotes: notes.adminNotes || null,
      internalNotes: notes.internalNotes || null,
      ...details,
    });
  }

  function handleChoice(status: Decision) {
    if (isPending) return;
    const found = [...findings, ...unseenSides(application, drawn)];
    if (status === 'approved' && found.length === 0) decide(status);
    else if (form.check()) {
      setWarnings(found);
      setConfirming(status);
    }
  }

  const picturesDrawn = drawn.length === 2;
  const hasViewedPictures = useAfter(picturesDrawn, minViewMs);
  useSingleKeys((key, event) => {
    const status = possible.find((each) => actions[each].key === key);
    if (status === undefined || newerId !== null || confirming !== undefined) return;
    event.preventDefault();
    if (status !== 'approved' || hasViewedPictures) handleChoice(status);
    else showToast(picturesDrawn ? tooSoon : notShown);
  });

  if (newerId !== null) {
    return (
      <Notice
        tone="info"
        action={
          <Button variant="secondary" onClick={() => onOpen(newerId)}>
            Open the newer application
          </Button>
        }
      >
        This person has a newer application, so this one can no longer be decided.
      </Notice>
    );
  }
  const reviewLabel = reopenLabels[application.status] ?? actions.requires_review.label;
  const buttons = possible.map((status) => (
    <Button
      key={status}
      variant={actions[status].variant}
      busy={isPending && variables?.status === status}
      busyLabel={actions[status].busyLabel}
      disabled={isPending && variables?.status !== status}
      aria-keyshortcuts={status === 'approved' && !hasViewedPictures ? undefined : actions[status].key}
      onClick={() => handleChoice(status)}
    >
      {status === 'requires_review' ? reviewLabel : actions[status].label}
    </Button>
  ));
  return (
    <>
      <section className="flex flex-col gap-4">
        <h3 className="text-lg font-semibold">{isDecided ? 'Change the decision' : 'Your decision'}</h3>
        {isDecided && (
          <p className="-mt-2 text-sm text-muted">
            “{reviewLabel}” opens the case again and notifies the applicant.
          </p>
        )}
        <form ref={form.formRef} noValidate aria-label="Notes" className="flex flex-col gap-4">
          <TextAreaField
            {...form.field('adminNotes')}
            label="Note to the applicant"
            hint="The applicant sees this note beside the application."
            optional
            rows={3}
          />
          <TextAreaField
            {...form.field('internalNotes')}
            label="Internal note"
            hint="Only admins see it."
            optional
            rows={2}
          />
        </form>
        <DecisionFailure
          failure={wasSameDecision ? sameDecision : failure}
          application={application}
          hasNote={note !== ''}
        />
        {!isOpenCase(application) && <div className="flex flex-wrap gap-2">{buttons}</div>}
        {confirming === 'approved' && (
          <ApproveDialog
            name={name}
            findings={warnings}
            busy={isPending}
            onConfirm={() => decide('approved')}
            onClose={() => setConfirming(undefined)}
          />
        )}
        <RejectDialog
          open={confirming === 'rejected'}
          name={name}
          note={note}
          canAsk={possible.includes('requires_review')}
          busy={isPending}
          onConfirm={(rejection) => decide('rejected', rejection)}
          onClose={() => setConfirming(undefined)}
        />
        <ReviewDialog
          // Resets the dialog if another admin has requested other items.
          key={application.requestedItems.join()}
          open={confirming === 'requires_review'}
          name={name}
          asked={inReview ? application.requestedItems : undefined}
          busy={isPending}
          onConfirm={(request) => decide('requires_review', request)}
          onClose={() => setConfirming(undefined)}
        />
      </section>
      {/* The bar is outside of the section, so that it stays in view along the whole column on wide screens. */}
      {isOpenCase(application) && (
        <div className="-mt-4 max-sm:contents lg:[@media(min-height:20.01rem)]:sticky lg:bottom-[var(--bottom-bar,0px)] lg:z-20 lg:border-t lg:border-border lg:bg-bg lg:py-3">
          <PageActions>{buttons}</PageActions>
        </div>
      )}
    </>
  );
}

/** True once `ms` milliseconds have passed since `hasStarted` became true. */
function useAfter(hasStarted: boolean, ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    if (!hasStarted) return;
    const timer = setTimeout(() => setHasElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [hasStarted, ms]);
  return hasElapsed;
}

function DecisionFailure({
  failure,
  application,
  hasNote,
}: {
  failure: ErrorText | undefined;
  application: AdminKycApplication;
  hasNote: boolean;
}) {
  if (!failure) return null;
  const isConflict = failure.status === 409;
  const by = application.reviewerName ? `, set by ${application.reviewerName}` : '';
  return (
    <FormError
      title={isConflict ? 'Your decision was not saved' : 'Failed to update KYC status'}
      message={
        <>
          {isConflict || hasNote ? failure.message.replace(/\.?$/, '.') : failure.message}
          {isConflict && ` The status is now “${caseStatus(application).label}”${by}.`}
          {hasNote && ' Your note is still here.'}
        </>
      }
      failure={failure}
    />
  );
}
