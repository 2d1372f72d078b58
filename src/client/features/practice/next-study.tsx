import { Link } from '@tanstack/react-router';
import type { NextStudyView } from '../../../shared/practice/leak-map.ts';
import { leakName } from '../../../shared/practice/leaks.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** What to study next, with the reason and its evidence; nothing while there is nothing to recommend. */
export function NextStudy() {
  const { data } = trpc.leaks.next.useQuery();
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
          <Because because={data.because} />
          {data.minutes !== null && ` · ${data.minutes} min`}
        </p>
      </div>
      <a href={data.path} className={buttonClass(data.costsMoney ? 'secondary' : 'primary')}>
        {data.costsMoney ? 'See what opens it' : 'Open'}
        <span className="sr-only"> {data.title}</span>
      </a>
    </Card>
  );
}

function Because({ because }: Pick<NonNullable<NextStudyView>, 'because'>) {
  if (typeof because === 'string') return because;
  const { leak, tries, wrong, named } = because;
  return (
    <Link to="/practice" hash={`leak-${leak}`} className="underline underline-offset-2">
      {tries > 0
        ? `Because ${wrong} of your last ${tries} drills on ${lowerFirst(leakName(leak))} were wrong`
        : `Because a coach named ${lowerFirst(leakName(leak))} ${named === 1 ? 'once' : `${named} times`}`}
    </Link>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
