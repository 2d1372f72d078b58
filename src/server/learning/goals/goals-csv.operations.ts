import type { z } from 'zod';
import { toCsv } from '../../../shared/csv.ts';
import { isFinerThanCents, parseSignedDollars } from '../../../shared/dollar-input.ts';
import { goalCsvColumns, goalLimits } from '../../../shared/learning/goal-limits.ts';
import {
  type GoalDay,
  type ImportGoalsResult,
  type SaveGoalInput,
  saveGoalInput,
} from '../../../shared/learning/goals.ts';
import { type CsvRow, readCsv } from '../../../shared/read-csv.ts';
import { addDays, localDay } from '../../../shared/time-zone.ts';
import type { Actor } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { changedRow, emptyRow } from './day-row.ts';
import { earliestDay, presentDay, timeZoneOf } from './goals.operations.ts';
import { findDays, findDaysOn, lockGoals, saveDays } from './goals.queries.ts';

type Column = (typeof goalCsvColumns)[number];
type LineError = ImportGoalsResult['errors'][number];

const fieldOf: Record<Column, keyof SaveGoalInput & keyof GoalDay> = {
  date: 'date',
  study_goal_minutes: 'studyTimeGoal',
  study_minutes: 'actualStudyTime',
  sessions_completed: 'sessionsCompleted',
  hands_played: 'handsPlayed',
  win_loss_dollars: 'winLoss',
  big_blind_dollars: 'bigBlind',
  tournaments: 'tournaments',
  buy_ins_dollars: 'buyIns',
  mood: 'mood',
  notes: 'notes',
};

const isAmount = (column: Column) => column.endsWith('_dollars');

/** The user's days as CSV, with the columns that `importCsv` accepts. */
export async function exportCsv(deps: Deps, actor: Actor): Promise<string> {
  const rows = await findDays(deps.db, actor.userId, earliestDay, '9999-12-31');
  return toCsv(
    goalCsvColumns,
    rows
      .map(presentDay)
      .map((day) => Object.fromEntries(goalCsvColumns.map((column) => [column, valueIn(day, column)]))),
  );
}

function valueIn(day: GoalDay, column: Column) {
  const value = day[fieldOf[column]];
  return isAmount(column) && typeof value === 'number' ? value / 100 : value;
}

/**
 * Imports days from a CSV file with a header line. Columns may come in any order, all but `date` are optional, and an
 * empty cell keeps the stored value. Imports all lines or none; `errors` describes the invalid lines, up to a limit.
 */
export async function importCsv(deps: Deps, actor: Actor, csv: string): Promise<ImportGoalsResult> {
  const now = deps.now();
  const today = localDay(now, await timeZoneOf(deps, actor));
  const read = readDays(csv, addDays(today, goalLimits.daysAhead));
  if (read.errors.length > 0) {
    return { imported: 0, errors: read.errors.slice(0, goalLimits.importErrorsShown) };
  }
  await inTransaction(deps.db, async (trx) => {
    await lockGoals(trx, actor.userId);
    const known = await findDaysOn(
      trx,
      actor.userId,
      read.days.map(({ date }) => date),
    );
    const byDate = new Map(known.map((row) => [row.date, row]));
    const rows = read.days.map((day) =>
      changedRow(byDate.get(day.date) ?? emptyRow(actor.userId, day.date, null), day, now),
    );
    await saveDays(trx, rows);
    await recordEvent(trx, 'goals_imported', {
      userId: actor.userId,
      properties: { count: rows.length },
      at: now,
    });
  });
  return { imported: read.days.length, errors: [] };
}

function readDays(csv: string, lastDay: string): { days: SaveGoalInput[]; errors: LineError[] } {
  let rows: CsvRow[];
  try {
    rows = readCsv(csv);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = Number(/^Line (\d+)/.exec(error.message)?.[1] ?? 1);
    return { days: [], errors: [{ line, message: error.message.replace(/^Line \d+: /, '') }] };
  }
  const [header, ...lines] = rows;
  const columns = (header?.cells ?? []).map((name) => columnNamed(name));
  const unreadable = headerError(header, columns, lines);
  if (unreadable) return { days: [], errors: [unreadable] };

  const days: SaveGoalInput[] = [];
  const errors: LineError[] = [];
  const seen = new Map<string, number>();
  for (const { line, cells } of lines) {
    const parsed = saveGoalInput.safeParse(valuesOf(columns, cells));
    if (!parsed.success) {
      errors.push({ line, message: describe(parsed.error) });
      continue;
    }
    const { date } = parsed.data;
    const earlier = seen.get(date);
    if (earlier !== undefined) errors.push({ line, message: `${date} is already in line ${earlier}` });
    else if (date < earliestDay || date > lastDay) {
      errors.push({ line, message: `The date must be between ${earliestDay} and ${lastDay}` });
    }
    seen.set(date, line);
    days.push(parsed.data);
  }
  return { days, errors };
}

function columnNamed(name: string): Column | undefined {
  const plain = name.trim().toLowerCase().replaceAll(' ', '_');
  return goalCsvColumns.find((column) => column === plain);
}

function headerError(
  header: CsvRow | undefined,
  columns: readonly (Column | undefined)[],
  lines: readonly CsvRow[],
): LineError | undefined {
  const line = header?.line ?? 1;
  const unknown = columns.indexOf(undefined);
  if (!columns.includes('date')) {
    const optional = goalCsvColumns.filter((column) => column !== 'date');
    return { line, message: `The first line must name the columns: date, and any of ${optional.join(', ')}` };
  }
  if (unknown !== -1) return { line, message: `Unknown column “${header?.cells[unknown]?.slice(0, 40)}”` };
  if (new Set(columns).size !== columns.length)
    return { line, message: 'A column appears twice in the first line' };
  if (lines.length === 0) return { line, message: 'There are no days below the first line' };
  if (lines.length > goalLimits.importDays) {
    return { line, message: `A file can contain at most ${goalLimits.importDays} days` };
  }
  return undefined;
}

/** Converts cells to the fields of a day. Text that is not a number stays text, so that the schema reports it. */
function valuesOf(
  columns: readonly (Column | undefined)[],
  cells: readonly string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    if (column === undefined || text === '') continue;
    if (column === 'date' || column === 'notes') values[fieldOf[column]] = text;
    else if (isAmount(column)) values[fieldOf[column]] = centsOf(text);
    else values[fieldOf[column]] = /^-?\d{1,9}$/.test(text) ? Number(text) : text;
  }
  return values;
}

/** Cents; text that is not an amount in whole cents stays unchanged. */
function centsOf(text: string): number | string {
  const amount = text.replaceAll(/[$\s]/g, '');
  return isFinerThanCents(amount) ? text : (parseSignedDollars(amount) ?? text);
}

function describe(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const field = String(issue.path[0] ?? '');
      const column = goalCsvColumns.find((name) => fieldOf[name] === field) ?? field;
      return `${column}: ${issue.message}`;
    })
    .join('; ');
}
