import { expect, it } from 'vitest';
import { createZip } from './zip-file.ts';

it('text that is not compressed yet counts with its bytes, of which some characters need several', async () => {
  const zip = createZip();
  await zip.addText('notes.md').write('8♠');
  expect(zip.sizeSoFar()).toBe(4);
});
