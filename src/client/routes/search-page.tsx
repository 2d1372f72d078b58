import { useNavigate, useSearch } from '@tanstack/react-router';
import { learningLimits } from '../../shared/learning/learning.ts';
import { HandHits } from '../features/hands/list/hand-hits.tsx';
import { Search } from '../features/learning/search/search.tsx';
import { DeckHits } from '../features/practice/deck-hits.tsx';
import { SignInRedirect } from '../features/session/sign-in-redirect.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page, PageHeader } from '../ui/page.tsx';

/** /search: the search field, and the results for the text in `?q=`. */
export function SearchPage() {
  const { user } = useCurrentUser();
  const q = (useSearch({ from: '/search' }).q ?? '').trim().slice(0, learningLimits.searchMaxLength);
  const navigate = useNavigate();
  if (!user) return <SignInRedirect />;
  return (
    <Page width="medium">
      <PageHeader title="Search" lead="Sessions, PDFs, coaching plans, drills, your own notes and hands." />
      <Search q={q} onSearch={(next) => void navigate({ to: '/search', search: { q: next } })} />
      {q !== '' && <DeckHits q={q} />}
      {q !== '' && <HandHits q={q} />}
    </Page>
  );
}
