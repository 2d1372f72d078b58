import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { savedText } from './testing/saved-texts.ts';

const app = setUpTestApp();
let student: TestUser;
let id: string;

beforeAll(async () => {
  student = await app.createUser();
  id = await savedText(app, student);
});

const hands = () => app.caller(student).hands;
const atAction = 2;

/** The two places of a note: the whole hand and an action of it. */
const places = [
  {
    place: 'the whole hand',
    save: (note: string, seenNote?: string) => hands().update({ id, note, seenNote }),
    read: async () => (await hands().get({ id })).own?.note,
  },
  {
    place: 'an action',
    save: (text: string, seenText?: string) => hands().noteAction({ id, atAction, text, seenText }),
    read: async () =>
      (await hands().get({ id })).own?.notes.find((note) => note.atAction === atAction)?.text ?? '',
  },
];

const isConflict = {
  cause: { code: 'conflict', message: expect.stringMatching(/^This note was changed after/) },
};

it.each(places)(
  'a note on $place replaces, or removes, only the note that the user saw',
  async ({ save, read }) => {
    await save('Bet', '');
    await expect(save('Check', '')).rejects.toMatchObject(isConflict);
    await expect(save('', 'Raise')).rejects.toMatchObject(isConflict);
    expect(await read()).toBe('Bet');
    await save('Check', 'Bet');
    expect(await read()).toBe('Check');
    await save('', 'Check');
    await expect(save('Raise', 'Check')).rejects.toMatchObject(isConflict);
    expect(await read()).toBe('');
  },
);

it.each(places)(
  'a note on $place whose response was lost can be saved again, and spaces around it do not matter',
  async ({ save, read }) => {
    await save('Bet small\n');
    await save('Bet small', 'An older note');
    await save('Bet large', ' Bet small ');
    expect(await read()).toBe('Bet large');
  },
);

it.each(places)(
  'a client that does not send what it saw replaces any note on $place',
  async ({ save, read }) => {
    await save('Bet');
    await save('Check');
    expect(await read()).toBe('Check');
  },
);

it.each(places)(
  'of twenty notes on $place that are saved at the same time, one is stored',
  async ({ save, read }) => {
    await save('');
    const texts = Array.from({ length: 20 }, (_, number) => `Note ${number}`);
    const outcomes = await Promise.allSettled(texts.map((text) => save(text, '')));
    const stored = texts.filter((_, number) => outcomes[number]?.status === 'fulfilled');
    expect(stored).toHaveLength(1);
    expect(await read()).toBe(stored[0]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(isConflict);
  },
);

it('the other changes of a hand are saved even if its note is a newer one', async () => {
  await hands().update({ id, note: 'Newer' });
  await hands().update({ id, starred: true, seenNote: 'Older' });
  expect((await hands().get({ id })).own).toMatchObject({ note: 'Newer', starred: true });
});
