import { describe, expect, it } from 'vitest';
import { jsonStorage } from './browser-storage.ts';
import { sessionStorageDraft } from './session-storage-draft.ts';

function memoryStorage() {
  const items = new Map<string, string>();
  const storage = jsonStorage(() => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }));
  return { items, ...storage };
}

describe('sessionStorageDraft', () => {
  it('a draft restores only the listed fields', () => {
    const storage = memoryStorage();
    const draft = sessionStorageDraft('signup', ['firstName', 'postalCode'], storage);
    const typed = { firstName: 'Dana', postalCode: '1234', password: 'hidden one' };
    draft.save(typed);
    expect(draft.load()).toEqual({ firstName: 'Dana', postalCode: '1234' });
    expect([...storage.items.values()].join()).not.toContain('hidden one');
  });

  it('a draft cannot contain a password', () => {
    expect(() => sessionStorageDraft('login', ['email', 'newPassword'], memoryStorage())).toThrow(
      /newPassword/,
    );
  });

  it('a cleared draft is empty, and forms have separate drafts', () => {
    const storage = memoryStorage();
    const first = sessionStorageDraft('a', ['city'], storage);
    const second = sessionStorageDraft('b', ['city'], storage);
    first.save({ city: 'Delft' });
    second.save({ city: 'Leiden' });
    first.clear();
    expect([first.load(), second.load()]).toEqual([{}, { city: 'Leiden' }]);
  });

  it('a draft whose fields were emptied is no longer stored', () => {
    const storage = memoryStorage();
    const draft = sessionStorageDraft('a', ['city'], storage);
    draft.save({ city: 'Delft' });
    draft.save({ city: '' });
    expect([...storage.items]).toEqual([]);
  });

  it('an unreadable draft counts as empty', () => {
    const storage = memoryStorage();
    const draft = sessionStorageDraft('a', ['city'], storage);
    for (const stored of ['{', '7', '[]', '{"city":7}']) {
      storage.items.set('draft:a', stored);
      expect(draft.load()).toEqual({});
    }
  });
});
