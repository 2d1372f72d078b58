import type { CoachingPlanSlot, CoachingPlanSlotInput } from '../../../../shared/shop/coaching-pdfs.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { stampProblemText } from './stamp-labels.ts';
import { useEditorSave } from './use-editor-save.ts';

export type SaveCoachingPlanSlotOptions = {
  pdfNumber: number;
  onSaved: () => void;
  showErrors: (fields: Record<string, string> | undefined) => void;
};

export function useSaveCoachingPlanSlot({ pdfNumber, onSaved, showErrors }: SaveCoachingPlanSlotOptions) {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  const { save, ...state } = useEditorSave<CoachingPlanSlot>();

  return {
    ...state,
    /** @param from - `updatedAt` of the version that was edited; null for an empty slot */
    save: (input: Omit<CoachingPlanSlotInput, 'pdfNumber' | 'editedFrom'>, from: string | null) =>
      save({
        from,
        write: () => utils.client.admin.coachingPlans.save.mutate({ ...input, pdfNumber, editedFrom: from }),
        async findStored() {
          const slots = await utils.admin.coachingPlans.list.fetch();
          return slots.find((slot) => slot.pdfNumber === pdfNumber);
        },
        onRejected: ({ fields }) => showErrors(fields),
        async onSaved({ stampProblem, title }) {
          onSaved();
          showToast({
            title: `Plan ${pdfNumber} saved`,
            description: stampProblem === null ? title : stampProblemText(stampProblem),
            tone: 'success',
          });
          await refresh.afterSuccess();
        },
      }),
  };
}
