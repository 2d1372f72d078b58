import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * The last migration of the initial schema. Later ones are applied while servers of the previous version still run.
 */
const lastInitial = '2026-11-24T0006-academy.ts';

/** Statements that remove something the previous version reads, or reject something that it writes. */
const contractions: [RegExp, string][] = [
  [/\bdrop\s+(table|column|view|schema|function|type|sequence)\b/i, 'removes something'],
  [/\brename\s+(to|column|constraint)\b|\brename\s+\w+\s+to\b/i, 'renames something'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i, 'changes a type'],
  [
    /\balter\s+column\s+\w+\s+set\s+not\s+null\b/i,
    'requires a value that the previous version does not write',
  ],
  [/\balter\s+column\s+\w+\s+drop\s+default\b/i, 'removes a default that the previous version relies on'],
  [/\badd\s+constraint\b(?![^;`]*\bnot\s+valid\b)/i, 'rejects rows that the previous version may write'],
  [/\btruncate\b/i, 'empties a table'],
];

/** Migrations that change a type to a compatible one: from varchar to text. */
const widening = ['2026-11-27T1701-long-limit-keys.ts'];

/** The statements of a migration: its quoted texts. */
function statementsOf(text: string): string[] {
  return [...text.matchAll(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g)].map(([quoted]) => quoted.slice(1, -1));
}

function contractionsIn(text: string): string[] {
  return statementsOf(text).flatMap((statement) => {
    const created = new Set([...text.matchAll(/create\s+table\s+(\w+)/gi)].map((match) => match[1]));
    const table = /\balter\s+table\s+(\w+)/i.exec(statement)?.[1];
    // Older servers do not know the tables that the migration itself creates.
    if (table !== undefined && created.has(table)) return [];
    const added = [...statement.matchAll(/\badd\s+column\b([^,;]*)/gi)].some(
      ([, column = '']) => /\bnot\s+null\b/i.test(column) && !/\bdefault\b|\bgenerated\b/i.test(column),
    );
    const index = /\bcreate\s+unique\s+index\s+\w+\s+on\s+(\w+)/i.exec(statement)?.[1];
    return [
      ...contractions.filter(([pattern]) => pattern.test(statement)).map(([, reason]) => reason),
      ...(added ? ['adds a column that the previous version leaves empty'] : []),
      ...(index !== undefined && !created.has(index)
        ? ['rejects rows that the previous version may write']
        : []),
    ];
  });
}

describe('migrations after the initial schema', () => {
  it('only add, unless their name ends in -contract', () => {
    const later = readdirSync(folder).filter(
      (file) => file > lastInitial && !file.endsWith('-contract.ts') && !widening.includes(file),
    );
    const found = later.flatMap((file) =>
      contractionsIn(readFileSync(path.join(folder, file), 'utf8')).map((reason) => `${file} ${reason}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['alter table users drop column city'],
    ['drop table goals'],
    ['alter table users rename column city to town'],
    ['alter table users rename to people'],
    ['alter table users alter column city type int'],
    ['alter table users alter column city set not null'],
    ['alter table users add column rank int not null'],
    ['alter table users add column rank int not null default 0, add column level int not null'],
    ['alter table users add constraint c check (city <> $$x$$)'],
    ['create unique index c on users (city)'],
  ])('%s is detected as a contraction', (statement) => {
    for (const quote of ['`', "'", '"']) {
      expect(contractionsIn(`sql.raw(${quote}${statement}${quote})`)).toHaveLength(1);
    }
  });

  it.each([
    ['alter table users add column rank int'],
    ['alter table users add column rank int not null default 0'],
    ['create table ranks (id int primary key)'],
    ['create index users_city on users (city)'],
    ['alter table users add constraint c check (city <> $$x$$) not valid'],
  ])('%s is not a contraction', (statement) => {
    expect(contractionsIn(`sql.raw(\`${statement}\`)`)).toEqual([]);
  });
});
