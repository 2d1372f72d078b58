import type { PlanSlot, PlanSlotInput } from '../../../../shared/shop/coaching-pdfs.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshPlans } from '../settings/use-refresh-plans.ts';
import { stampProblemText } from './stamp-labels.ts';
import { useEditorSave } from './use-editor-save.ts';

export type SavePlanSlotOptions = {
  pdfNumber: number;
  onSaved: () => void;
  showErrors: (fields: Record<string, string> | undefined) => void;
};

/** Saves the form of a coaching plan slot. */
export function useSavePlanSlot({ pdfNumber, onSaved, showErrors }: SavePlanSlotOptions) {
  const utils = trpc.useUtils();
  const refresh = useRefreshPlans();
  const { save, ...state } = useEditorSave<PlanSlot>();

  return {
    ...state,
    /** @param from `updatedAt` of the version that was edited; null for an empty slot */
    save: (input: Omit<PlanSlotInput, 'pdfNumber' | 'editedFrom'>, from: string | null) =>
      save({
        from,
        write: () => utils.client.admin.coachingPlans.save.mutate({ ...input, pdfNumber, editedFrom: from }),
        async findStored() {
          const slots = await utils.admin.coachingPlans.list.fetch(undefined, { staleTime: 0 });
          return slots.find((slot) => slot.pdfNumber === pdfNumber);
        },
        onRejected: ({ fields }) => showErrors(fields),
        async onSaved({ stampProblem, title }) {
          onSaved();
          showToast({
            title: `Plan ${pdfNumber} saved`,
            description: stampProblem === null ? title : `PDF: ${stampProblemText(stampProblem)}`,
            tone: 'success',
          });
          await refresh();
        },
      }),
  };
}
