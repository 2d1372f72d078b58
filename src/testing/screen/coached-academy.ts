import { afterAll, beforeAll } from 'vitest';
import { createCoach } from '../../server/coaching/testing/asked-questions.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../test-app.ts';
import { openScreen, type Screen } from './open-screen.ts';

/** An academy for the screen tests of a file. The fields are set before the first test. */
export type CoachedAcademy = {
  academy: TestApp;
  admin: TestUser;
  coach: TestUser;
  /** Opens a page as a user. */
  open(path: string, as: TestUser): Promise<Screen>;
};

/** Opens an academy with an admin and a coach before the tests of a file, and closes it after them. */
export function coachedAcademy(): CoachedAcademy {
  const here = {
    open: (path: string, as: TestUser) => openScreen(here.academy, path, { as }),
  } as CoachedAcademy;

  beforeAll(async () => {
    here.academy = await createTestApp();
    here.admin = await here.academy.createUser({ role: 'admin', password: testPassword });
    here.coach = await createCoach(here.academy, here.admin);
  });
  afterAll(() => here.academy.close());
  return here;
}
