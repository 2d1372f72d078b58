import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { showFailure } from '../../ui/toast.tsx';

/** The hands of the academy that the user starred. `set` does nothing while a request is in progress. */
export function useStarredHands() {
  const utils = trpc.useUtils();
  const query = trpc.hands.starred.useQuery();
  const { isPending, run } = useAction(
    trpc.hands.star.useMutation({
      onSuccess: (hands) => utils.hands.starred.setData(undefined, hands),
      onError: showFailure('The star was not saved'),
    }),
  );
  return { hands: query.data, busy: isPending, set: (id: string, starred: boolean) => run({ id, starred }) };
}
