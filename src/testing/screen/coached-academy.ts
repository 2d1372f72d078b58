import { afterAll, afterEach, beforeAll } from 'vitest';
import { createCoach } from '../../server/coaching/testing/asked-questions.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../test-app.ts';
import { openScreen, type Screen } from './open-screen.ts';

/** An academy for the screen tests of a file. The fields are set before the first test. */
export type CoachedAcademy = {
  academy: TestApp;
  admin: TestUser;
  coach: TestUser;
  /** Opens a page as a user. The screen is closed after the test. */
  open(path: string, as: TestUser): Promise<Screen>;
};

/** Opens an academy with an admin and a coach before the tests of a file, and closes it after them. */
export function coachedAcademy(): CoachedAcademy {
  let screen: Screen | undefined;
  const here = {
    async open(path: string, as: TestUser) {
      screen = await openScreen(here.academy, path, { as });
      return screen;
    },
  } as CoachedAcademy;

  beforeAll(async () => {
    here.academy = await createTestApp();
    here.admin = await here.academy.createUser({ role: 'admin', password: testPassword });
    here.coach = await createCoach(here.academy, here.admin);
  });
  afterEach(async () => {
    await screen?.close();
    screen = undefined;
  });
  afterAll(() => here.academy.close());
  return here;
}
