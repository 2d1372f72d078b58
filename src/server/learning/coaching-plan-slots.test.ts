import { beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../testing/rows.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sendProductPdf, testPdf } from '../access/testing/stored-files.ts';
import type { AdminActor } from '../actor.ts';
import { createAdmin } from '../payments/testing/purchases.ts';

const app = setUpTestApp();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

const asAdmin = () => app.caller(admin).admin;
const fields = (pdfNumber: number, changes = {}) => ({
  pdfNumber,
  title: `Plan ${pdfNumber}`,
  description: 'What it is about',
  difficulty: 'intermediate' as const,
  requiredPlan: 'gold' as const,
  ...changes,
});

describe('coaching plan slots', () => {
  it('there are always ten slots, with defaults for empty ones', async () => {
    const all = await asAdmin().coachingPlans.list();
    expect(all.map(({ pdfNumber }) => pdfNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(all[7]).toMatchObject({
      isStored: false,
      filePath: null,
      requiredPlan: 'diamond',
      difficulty: 'advanced',
    });
  });

  it('slots can be filled, changed and cleared, with an audit entry for each step', async () => {
    const first = await sendProductPdf(app, admin, await testPdf('One'));
    const saved = await asAdmin().coachingPlans.save(fields(5, { filePath: first }));
    expect(saved).toMatchObject({
      isStored: true,
      requiredPlan: 'gold',
      filePath: expect.stringMatching(/^\/objects\//),
    });
    // Saving without a file, or with the current file, replaces no file.
    expect((await asAdmin().coachingPlans.save(fields(5, { title: 'New title' }))).filePath).toBe(
      saved.filePath,
    );
    for (const same of [saved.filePath ?? '', first]) {
      expect((await asAdmin().coachingPlans.save(fields(5, { filePath: same }))).filePath).toBe(
        saved.filePath,
      );
    }
    const replaced = await asAdmin().coachingPlans.save(
      fields(5, { filePath: await sendProductPdf(app, admin, await testPdf('Two')) }),
    );
    expect(replaced.filePath).not.toBe(saved.filePath);
    expect((await asAdmin().coachingPlans.clearFile({ pdfNumber: 5 })).filePath).toBeNull();
    await asAdmin().coachingPlans.clearFile({ pdfNumber: 5 });
    const audit = await auditEntries(app, { subject_type: 'coaching_pdf', subject_id: '5' });
    expect(audit.map(({ action }) => action)).toEqual([
      'coaching_pdf.created',
      ...Array<string>(4).fill('coaching_pdf.updated'),
      'coaching_pdf.file_removed',
    ]);
    expect(audit.every(({ actor_id }) => actor_id === admin.userId)).toBe(true);
  });

  it('concurrent saves of a slot leave one row', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        asAdmin().coachingPlans.save(fields(6, { title: `Attempt ${index}` })),
      ),
    );
    const rows = await app.deps.db
      .selectFrom('coaching_pdfs')
      .select('pdf_number')
      .where('pdf_number', '=', 6)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('a file that is already used, another admin’s file, and a reference that is not an upload are rejected', async () => {
    const reference = await sendProductPdf(app, admin, await testPdf('Three'));
    await asAdmin().coachingPlans.save(fields(7, { filePath: reference }));
    const twice = asAdmin().coachingPlans.save(fields(8, { filePath: reference }));
    await expect(twice).rejects.toMatchObject({ code: 'CONFLICT' });
    const other = await createAdmin(app);
    const foreign = await sendProductPdf(app, other, await testPdf('Four'));
    await expect(asAdmin().coachingPlans.save(fields(8, { filePath: foreign }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const foreignUrl = asAdmin().coachingPlans.save(fields(8, { filePath: 'https://evil.example/x.pdf' }));
    await expect(foreignUrl).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await asAdmin().coachingPlans.list())[7]?.isStored).toBe(false);
  });

  it.each([0, 11, 1.5, -1])('plan number %s is rejected', async (pdfNumber) => {
    await expect(asAdmin().coachingPlans.save(fields(pdfNumber))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(asAdmin().coachingPlans.clearFile({ pdfNumber })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('clearing the file of a slot that was never saved is rejected', async () => {
    await expect(asAdmin().coachingPlans.clearFile({ pdfNumber: 10 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('an admin removes the file of a slot only if the slot was not changed since the admin loaded it; a repeated removal changes nothing', async () => {
    const save = async (title: string) =>
      asAdmin().coachingPlans.save(
        fields(4, { filePath: await sendProductPdf(app, admin, await testPdf(title)) }),
      );
    const { updatedAt: editedFrom } = await save('Old');
    const replaced = await save('New');
    const byOther = app.caller(await createAdmin(app)).admin.coachingPlans;
    await expect(byOther.clearFile({ pdfNumber: 4, editedFrom })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await asAdmin().coachingPlans.list())[3]?.filePath).toBe(replaced.filePath);
    const removal = { pdfNumber: 4, editedFrom: replaced.updatedAt };
    const removed = await byOther.clearFile(removal);
    expect(removed.filePath).toBeNull();
    expect(await byOther.clearFile(removal)).toEqual(removed);
  });

  it('a save based on an outdated version is rejected, and so is one of two concurrent saves', async () => {
    const empty = await asAdmin().coachingPlans.save(fields(9, { editedFrom: null }));
    await expect(asAdmin().coachingPlans.save(fields(9, { editedFrom: null }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const saves = await Promise.allSettled(
      ['One', 'Two'].map((title) =>
        asAdmin().coachingPlans.save(fields(9, { title, editedFrom: empty.updatedAt })),
      ),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const current = (await asAdmin().coachingPlans.list())[8];
    expect(['One', 'Two']).toContain(current?.title);
    await expect(
      asAdmin().coachingPlans.save(fields(9, { title: 'Three', editedFrom: current?.updatedAt })),
    ).resolves.toMatchObject({ title: 'Three' });
  });

  it('changing the required plan requires recent authentication', async () => {
    await asAdmin().coachingPlans.save(fields(10));
    const stale = { ...admin, confirmedAt: new Date(0).toISOString() };
    const save = (changes = {}) => app.caller(stale).admin.coachingPlans.save(fields(10, changes));
    expect(await save({ title: 'Another title' })).toMatchObject({ title: 'Another title' });
    await expect(save({ requiredPlan: 'free' })).rejects.toMatchObject({
      cause: { code: 'step_up_required' },
    });
  });
});
