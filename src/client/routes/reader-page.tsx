import { useParams } from '@tanstack/react-router';
import { parseReadingResource, readingPath } from '../../shared/learning/reading-path.ts';
import { ReadingView } from '../features/learning/reader/reading-view.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { StepUpDialog } from '../features/session/step-up-dialog.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** /read/{kind}/{id}: a PDF in the browser. Until the user is known, the root route shows a skeleton instead. */
export function ReaderPage() {
  const { user } = useCurrentUser();
  const { kind, id } = useParams({ from: '/read/$kind/$id' });
  const resource = parseReadingResource(kind, id);
  if (!resource) return <NotFoundPage />;
  if (!user) {
    return (
      <SignInPrompt>Please log in to read the PDF. It opens at the page where you stopped.</SignInPrompt>
    );
  }
  return (
    <>
      <StepUpDialog signsIn />
      <ReadingView key={readingPath(resource)} resource={resource} />
    </>
  );
}
