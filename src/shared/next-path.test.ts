import { describe, expect, it } from 'vitest';
import { safeNextPath } from './next-path.ts';

describe('safeNextPath', () => {
  it.each([
    '/',
    '/coaching',
    '/products?q=icm&page=2',
    '/#contact',
    '/payment-success?session_id=cs_1#top',
    '/kyc?from=https://example.com//x',
  ])('safeNextPath keeps %s', (path) => expect(safeNextPath(path)).toBe(path));

  it('safeNextPath resolves paths that stay on the site', () => {
    expect(safeNextPath('/a/../coaching')).toBe('/coaching');
    expect(safeNextPath('/kyc/é')).toBe('/kyc/%C3%A9');
  });

  it.each([
    ['another host', '//evil.example'],
    ['three slashes', '///evil.example'],
    ['a backslash', '/\\evil.example'],
    ['backslashes only', '\\\\evil.example'],
    ['a backslash further on', '/a\\..\\evil'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['a line break that browsers drop', '/\n/evil.example'],
    ['NUL', '/\u0000/evil.example'],
    ['C1 control characters', '/\u0085/evil.example'],
    ['dots that resolve to two slashes', '/.//evil.example'],
    ['parent dots that resolve to two slashes', '/a/..//evil.example'],
    ['encoded dots that resolve to two slashes', '/%2e//evil.example'],
    ['an absolute URL', 'https://evil.example/'],
    ['a scheme', 'javascript:alert(1)'],
    ['a leading space', ' /coaching'],
    ['a relative path', 'coaching'],
    ['an empty text', ''],
    ['a number', 7],
    ['null', null],
    ['undefined', undefined],
    ['a list', ['/coaching']],
  ])('safeNextPath rejects %s', (_what, value) => expect(safeNextPath(value)).toBeUndefined());
});
