import { defineConfig } from 'vitest/config';
import usual from '../../../vitest.config.ts';
import { chosenParts } from './parts.ts';

/** As the usual run, the test database included, with only the tests that the chosen parts name. */
const { projects: _, ...test } = usual.test ?? {};
export default defineConfig({ ...usual, test: { ...test, include: chosenParts().tests } });
