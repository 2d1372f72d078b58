import { leaks } from '../../../shared/practice/leaks.ts';

/** The leaks as the options of a select. */
export const leakOptions = leaks.map(({ id, name }) => ({ value: id, label: name }));
