import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lowerFirst } from '../../../shared/letter-case.ts';
import type { NextStudyView } from '../../../shared/practice/leak-map.ts';
import { leakName } from '../../../shared/practice/leaks.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';

/** The next thing to study, with the reason. Hidden while there is no recommendation. */
export function NextStudy({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const utils = trpc.useUtils();
  const { data } = trpc.leaks.next.useQuery();
  const { user } = useCurrentUser();
  const { mutate: recordShown } = trpc.leaks.noteShown.useMutation({
    onSuccess: () => utils.leaks.next.setData(undefined, (next) => next && { ...next, isRecorded: true }),
    // The server replaces a suggestion that was shown on several days and ignored. If this call fails, the day does not
    // count, so the suggestion may stay a day longer.
    onError: (error) => console.warn('The suggestion was not recorded', error),
  });
  const postpone = useAction(
    trpc.leaks.putOff.useMutation({
      onSuccess: (next) => utils.leaks.next.setData(undefined, next),
      onError: showFailure('The suggestion was not postponed'),
    }),
  );
  const isImpersonated = user?.viewingUntil !== undefined;
  const { kind, id } = data?.place ?? {};
  const isRecorded = data?.isRecorded ?? true;

  useEffect(() => {
    if (user && !isImpersonated && !isRecorded && kind !== undefined && id !== undefined)
      recordShown({ kind, id });
  }, [user, isImpersonated, isRecorded, kind, id, recordShown]);

  if (!data) return null;
  return (
    <Card
      as="section"
      aria-labelledby="study-next"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4"
    >
      <div className="min-w-0">
        <h2 id="study-next" className="text-sm font-semibold text-muted">
          Study next
        </h2>
        <p className="text-lg font-semibold wrap-anywhere">{data.title}</p>
        <p className="measure text-sm text-muted">
          <NextStudyReason because={data.because} />
          {data.minutes !== null && ` · ${data.minutes} min`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <a href={data.path} className={buttonClass(data.costsMoney ? 'secondary' : variant)}>
          {data.costsMoney ? 'Unlock' : 'Open'}
          <span className="sr-only"> {data.title}</span>
        </a>
        <Button variant="quiet" busy={postpone.isPending} onClick={() => postpone.run(data.place)}>
          Not now
        </Button>
      </div>
    </Card>
  );
}

function NextStudyReason({ because }: Pick<NonNullable<NextStudyView>, 'because'>) {
  if (typeof because === 'string') return because;
  return (
    <Link
      to="/practice"
      hash={`leak-${because.leak}`}
      activeOptions={{ includeHash: true }}
      className="underline underline-offset-2"
    >
      {leakReason(because)}
    </Link>
  );
}

type LeakReason = Exclude<NonNullable<NextStudyView>['because'], string>;

/**
 * The reason for suggesting something about a leak, in words. The student's last answers may all be right if older
 * answers or a coach revealed the leak.
 */
export function leakReason({ leak, tries, wrong, named }: LeakReason): string {
  const name = lowerFirst(leakName(leak));
  if (tries === 1 && wrong === 1) return `Because your last answer on ${name} was wrong`;
  if (wrong > 0)
    return `Because ${wrong} of your last ${tries} answers on ${name} ${wrong === 1 ? 'was' : 'were'} wrong`;
  if (named > 0)
    return `Because a coach pointed out ${name} in ${named === 1 ? 'one of your hands' : `${named} of your hands`}`;
  return `Because of your earlier answers on ${name}`;
}
