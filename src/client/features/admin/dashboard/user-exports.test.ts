import { afterEach, describe, expect, it, vi } from 'vitest';
import { exportUsers } from './user-exports.tsx';

afterEach(() => vi.unstubAllGlobals());

function stubResponse(body: BodyInit, init: ResponseInit): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, init)),
  );
}

describe('exportUsers', () => {
  it('a JSON export returns the file name, and the numbers of users and KYC applications as text', async () => {
    const body = JSON.stringify({
      totalUsers: 100_007,
      totalKycApplications: 3,
      users: [],
      kycApplications: [],
    });
    stubResponse(body, {
      headers: { 'content-disposition': 'attachment; filename="users-export-2026-11-21.json"' },
    });
    const { fileName, summary } = await exportUsers('json');
    expect(fileName).toBe('users-export-2026-11-21.json');
    expect(summary).toBe('100,007 users and 3 KYC applications');
    expect(fetch).toHaveBeenCalledWith('/api/admin/export-users', { credentials: 'same-origin' });
  });

  it('the file is named by date if the server sends no name', async () => {
    stubResponse('id\r\n', {});
    const { fileName } = await exportUsers('csv', new Date('2026-11-21T10:00:00Z'));
    expect(fileName).toBe('users-export-2026-11-21.csv');
  });

  it('the error of a failed export contains the reason that the server sent, if any', async () => {
    stubResponse(JSON.stringify({ message: 'You need admin privileges for this' }), { status: 403 });
    await expect(exportUsers('json')).rejects.toMatchObject({
      message: 'Failed to export data',
      reason: 'You need admin privileges for this',
    });
    stubResponse('<html>bad gateway</html>', { status: 502 });
    await expect(exportUsers('csv')).rejects.toMatchObject({
      message: 'Failed to export CSV data',
      reason: undefined,
    });
  });

  it('a response that is not an export is rejected', async () => {
    stubResponse('<html>a login page</html>', {});
    await expect(exportUsers('json')).rejects.toMatchObject({ message: 'Failed to export data' });
  });
});
