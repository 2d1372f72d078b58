import { useParams, useRouterState } from '@tanstack/react-router';
import { parseReadingResource, readingPath } from '../../shared/learning/reading.ts';
import { ReaderSignIn } from '../features/learning/reader/reader-sign-in.tsx';
import { ReadingDesk } from '../features/learning/reader/reading-desk.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { Page } from '../ui/page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** /read/{kind}/{id}: a PDF in the browser; the layout waits until the signed-in state is known. */
export function ReaderPage() {
  const { user } = useCurrentUser();
  const { kind, id } = useParams({ from: '/read/$kind/$id' });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const resource = parseReadingResource(kind, id);
  if (!resource) return <NotFoundPage />;
  if (!user) {
    return (
      <Page width="medium">
        <ReaderSignIn next={path} />
      </Page>
    );
  }
  return <ReadingDesk key={readingPath(resource)} resource={resource} />;
}
