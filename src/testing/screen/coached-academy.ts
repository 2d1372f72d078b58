import { beforeAll } from 'vitest';
import { createCoach } from '../../server/coaching/testing/asked-questions.ts';
import { setUpTestApp, type TestApp, type TestUser, testPassword } from '../test-app.ts';
import { openScreen, type Screen } from './open-screen.ts';

/** An academy for the screen tests of a file. The fields are set before the first test. */
export type CoachedAcademy = {
  academy: TestApp;
  admin: TestUser;
  coach: TestUser;
  /** Opens a page as a user. */
  open(path: string, as: TestUser): Promise<Screen>;
};

/** Creates an academy with an admin and a coach before the tests of a file, and closes it after them. */
export function coachedAcademy(): CoachedAcademy {
  const academy = setUpTestApp();
  const here = {
    academy,
    open: (path: string, as: TestUser) => openScreen(academy, path, { as }),
  } as CoachedAcademy;

  beforeAll(async () => {
    here.admin = await academy.createUser({ role: 'admin', password: testPassword });
    here.coach = await createCoach(academy, here.admin);
  });
  return here;
}
