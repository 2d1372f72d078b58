import { expect, it } from 'vitest';
import { namedSessions } from './named-sessions.ts';

/** The id of the session whose prerequisites are read. None of the sessions below has this id. */
const ownId = 0;
const sessions = [
  { id: 11, sessionNumber: 1, title: 'How to Read a Hand History' },
  { id: 12, sessionNumber: 2, title: 'Review' },
  { id: 13, sessionNumber: 3, title: 'ICM' },
  { id: 14, sessionNumber: 14, title: 'Final Table Workshop' },
];

it.each([
  [null, []],
  ['', []],
  ['Some experience with cash games', []],
  ['Session 1', [11]],
  ['session #3 helps', [13]],
  ['Sessions 1, 2 and 3', [11, 12, 13]],
  ['Sessions 1–3', [11, 12, 13]],
  ['sessions 2 to 3 & a notebook', [12, 13]],
  ['You should know how to read a hand history.', [11]],
  // Titles shorter than six characters are ignored, because they occur in too many sentences by chance.
  ['ICM basics', []],
  ['Session 99 and 1000000-9999999', []],
  ['Bring 3 hands of 14 days', []],
  ['Session 1 and 3-bet pots', [11]],
  ['Session 1, 3bets', [11]],
])('%j names the sessions with the ids %j', (text, ids) => {
  expect(namedSessions(text, sessions, ownId).map(({ id }) => id)).toEqual(ids);
});

it('a session’s prerequisites never name the session itself', () => {
  expect(namedSessions('Session 1, session 2', sessions, 11).map(({ id }) => id)).toEqual([12]);
});
