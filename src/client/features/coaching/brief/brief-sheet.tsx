import type { ReactNode } from 'react';
import {
  type Brief,
  type BriefBlock,
  type BriefBlocks,
  briefBlockNames,
  briefBlocks,
} from '../../../../shared/coaching/brief.ts';
import { statusTexts } from '../../../../shared/coaching/question-status.ts';
import {
  studyAims,
  studyGames,
  studyStakes,
  weeklyHours as weeklyHoursTexts,
} from '../../../../shared/learning/study-choices.ts';
import { leakName } from '../../../../shared/practice/leaks.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents, formatDate, formatDayMonth, formatDuration } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';
import { HomeworkItems } from './homework-items.tsx';

export type BriefSheetProps = {
  brief: Brief;
  /** Shown in place of a block that the student hides. */
  hiddenText: string;
  /** The switch beside the title of a block, on the student's own page. */
  control?: (block: BriefBlock) => ReactNode;
  /** Links the text of an answered question to its answer. */
  linkToAnswer?: (id: string, text: string) => ReactNode;
  /** Shown after the blocks. */
  children?: ReactNode;
};

/** A summary of a student on one page, for coaches to read before they answer. The page can be printed. */
export function BriefSheet({ brief, hiddenText, control, linkToAnswer, children }: BriefSheetProps) {
  return (
    <article aria-label={`Brief of ${brief.name}`} className="print:text-sm">
      <header className="mb-6 border-b border-border pb-4 print:mb-2 print:pb-2">
        <h1 className="text-2xl font-bold wrap-anywhere sm:text-3xl print:text-xl">{brief.name}</h1>
        <p className="mt-1 text-muted">{`${planName(brief.plan)} · ${formatDate(brief.day)}`}</p>
      </header>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2 print:grid-cols-2 print:gap-x-8 print:gap-y-2">
        {briefBlockNames.map((block) => (
          <section
            key={block}
            aria-labelledby={`brief-${block}`}
            className={classNames(
              'min-w-0 break-inside-avoid',
              block === 'hands' && 'lg:col-span-2 print:col-span-2',
            )}
          >
            <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
              <h2 id={`brief-${block}`} className="text-lg font-semibold print:text-base">
                {briefBlocks[block].title}
              </h2>
              {control?.(block)}
            </div>
            {brief.blocks[block] === undefined ? (
              <p className="text-sm text-muted">{hiddenText}</p>
            ) : (
              <Block block={block} blocks={brief.blocks} linkToAnswer={linkToAnswer} />
            )}
          </section>
        ))}
        <div aria-hidden="true" className="hidden print:block">
          <p className="font-semibold">New homework</p>
          {[1, 2, 3].map((line) => (
            <p key={line} className="h-8 border-b border-control" />
          ))}
        </div>
      </div>
      {children}
    </article>
  );
}

type BlockProps = { block: BriefBlock; blocks: BriefBlocks; linkToAnswer: BriefSheetProps['linkToAnswer'] };

function Block({ block, blocks, linkToAnswer }: BlockProps) {
  switch (block) {
    case 'goals':
      return <Goals goals={blocks.goals ?? null} />;
    case 'study':
      return <Study weeks={blocks.study ?? []} />;
    case 'finished':
      return <Finished items={blocks.finished ?? []} />;
    case 'leaks':
      return <Leaks leaks={blocks.leaks ?? []} />;
    case 'questions':
      return <Questions questions={blocks.questions ?? []} linkToAnswer={linkToAnswer} />;
    case 'homework':
      return <HomeworkItems items={blocks.homework ?? []} />;
    case 'hands':
      return <Hands hands={blocks.hands ?? []} />;
    case 'results':
      return blocks.results && <Results results={blocks.results} />;
  }
}

type Part<Block extends BriefBlock> = NonNullable<BriefBlocks[Block]>;

const EmptyLine = ({ children }: { children: string }) => <p className="text-muted">{children}</p>;

function Goals({ goals }: { goals: BriefBlocks['goals'] }) {
  if (!goals) return <EmptyLine>No answers about goals yet.</EmptyLine>;
  const { aim, game, weeklyHours } = goals;
  return (
    <DescriptionList
      items={[
        { term: 'Wants to', detail: aim ? studyAims[aim] : 'Not answered' },
        { term: 'Plays', detail: game ? studyGames[game] : 'Not answered' },
        { term: 'Study time per week', detail: weeklyHours ? weeklyHoursTexts[weeklyHours] : 'Not answered' },
      ]}
    />
  );
}

function Study({ weeks }: { weeks: Part<'study'> }) {
  const columns = ['Week from', 'Study', 'Sessions', 'Drills', 'Hands played'];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full text-sm tabular">
        <thead className="text-muted">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={classNames('pb-1 font-normal', index === 0 ? 'text-left' : 'pl-3 text-right')}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ from, studyMinutes, sessions, drills, handsPlayed }) => (
            <tr key={from} className="border-t border-border">
              <th scope="row" className="py-1.5 text-left font-normal print:py-0.5">
                {formatDayMonth(from)}
              </th>
              {[formatDuration(studyMinutes), sessions, drills, handsPlayed].map((value, index) => (
                <td key={columns[index + 1]} className="py-1.5 pl-3 text-right print:py-0.5">
                  {value.toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const finishedKinds = { session: 'Session', pdf: 'PDF', plan: 'Coaching plan' } as const;

function Finished({ items }: { items: Part<'finished'> }) {
  if (items.length === 0) return <EmptyLine>Nothing yet.</EmptyLine>;
  return (
    <ul className="grid gap-1">
      {items.map(({ kind, title, at }) => (
        <li key={`${kind} ${title} ${at}`} className="wrap-anywhere">
          {title}
          <span className="text-sm text-muted">{` · ${finishedKinds[kind]}, ${formatDate(at)}`}</span>
        </li>
      ))}
    </ul>
  );
}

function Leaks({ leaks }: { leaks: Part<'leaks'> }) {
  if (leaks.length === 0) return <EmptyLine>Too few drills were answered to tell.</EmptyLine>;
  return (
    <ul className="grid gap-1 tabular">
      {leaks.map(({ leak, seen, percent, percentBefore }) => (
        <li key={leak}>
          <span className="font-semibold">{leakName(leak)}</span>
          {` ${percent}%`}
          <span className="text-sm text-muted">{` · ${changeText(percent, percentBefore)}, ${countText(seen, 'observation')}`}</span>
        </li>
      ))}
    </ul>
  );
}

function changeText(percent: number, before: number | null): string {
  if (before === null) return 'new in these four weeks';
  return before === percent ? 'the same four weeks ago' : `${before}% four weeks ago`;
}

type QuestionsProps = Pick<BlockProps, 'linkToAnswer'> & { questions: Part<'questions'> };

function Questions({ questions, linkToAnswer }: QuestionsProps) {
  if (questions.length === 0) return <EmptyLine>No questions yet.</EmptyLine>;
  return (
    <ul className="grid gap-2">
      {questions.map(({ id, status, thought, leak, queuedAt }) => (
        <li key={id} className="wrap-anywhere">
          <span className="line-clamp-2 print:line-clamp-1">
            {status === 'answered' && linkToAnswer ? linkToAnswer(id, thought) : thought}
          </span>
          <span className="text-sm text-muted">
            {[formatDate(queuedAt), statusTexts[status], leak && leakName(leak)].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Hands({ hands }: { hands: Part<'hands'> }) {
  if (hands.length === 0) return <EmptyLine>No hands were stored in these four weeks.</EmptyLine>;
  return (
    <ul className="grid gap-1">
      {hands.map(({ id, line }) => (
        <li key={id}>
          <HandLineText line={line} />
        </li>
      ))}
    </ul>
  );
}

function Results({ results: { stakes, days, hands, total, sentence } }: { results: Part<'results'> }) {
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Stakes', detail: stakes ? studyStakes[stakes] : 'Not answered' },
          {
            term: 'The last 12 months',
            detail:
              days === 0
                ? 'No results entered'
                : `${formatCents(total)}, ${countText(days, 'day')}, ${countText(hands, 'hand')}`,
          },
        ]}
      />
      {days > 0 && <p className="mt-1 text-sm text-muted">{sentence}</p>}
    </>
  );
}

export function PrintButton() {
  return (
    <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
      Print
    </Button>
  );
}

export function BriefSkeleton() {
  return (
    <SkeletonRegion label="Loading the brief...">
      <Skeleton className="h-9 w-48" />
      <div className="mt-8 grid gap-8 lg:grid-cols-2">
        {Array.from({ length: 6 }, (_, block) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
          <Skeleton key={block} className="h-40" />
        ))}
      </div>
    </SkeletonRegion>
  );
}
