import { useState } from 'react';
import type { PlanSlot, PlanSlotInput } from '../../../../shared/coaching-pdfs.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshPlans } from '../settings/use-refresh-plans.ts';
import { stampProblemText } from './stamp-words.ts';

export type SavePlanSlotOptions = {
  pdfNumber: number;
  onSaved: () => void;
  showErrors: (fields: Record<string, string> | undefined) => void;
};

/** Sends the form of a slot; what a colleague saved since it was opened is not overwritten unasked. */
export function useSavePlanSlot({ pdfNumber, onSaved, showErrors }: SavePlanSlotOptions) {
  const utils = trpc.useUtils();
  const refresh = useRefreshPlans();
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const [theirs, setTheirs] = useState<PlanSlot>();

  const forget = () => {
    setFailure(undefined);
    setTheirs(undefined);
  };

  /** What a colleague made of it, when that is why the save was refused. */
  async function findTheirs(from: string | null): Promise<PlanSlot | undefined> {
    const stored = await utils.admin.listPlanSlots.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    const found = stored?.find((slot) => slot.pdfNumber === pdfNumber);
    return found?.updatedAt === from ? undefined : found;
  }

  /** @param from `updatedAt` of the state that was edited, null for an empty slot */
  const save = (input: Omit<PlanSlotInput, 'pdfNumber' | 'editedFrom'>, from: string | null) =>
    run(async () => {
      forget();
      let saved: PlanSlot;
      try {
        saved = await utils.client.admin.savePlanSlot.mutate({ ...input, pdfNumber, editedFrom: from });
      } catch (error) {
        const described = describeError(error);
        if (described.code === 'conflict') setTheirs(await findTheirs(from));
        setFailure(described);
        showErrors(described.fields);
        return;
      }
      onSaved();
      showToast({
        title: `Plan ${pdfNumber} saved`,
        description:
          saved.stampProblem === null ? saved.title : `PDF: ${stampProblemText(saved.stampProblem)}`,
        tone: 'success',
      });
      await refresh();
    });

  return { save, busy, failure, theirs, forget };
}
