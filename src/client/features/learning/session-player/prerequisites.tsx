import { Link } from '@tanstack/react-router';

export type RequiredSession = { id: number; sessionNumber: number; title: string; completed: boolean };

/** The prerequisites, with a check mark for completed sessions. */
export function Prerequisites({
  text,
  sessions,
}: {
  text: string | null;
  sessions: readonly RequiredSession[];
}) {
  if (!text && sessions.length === 0) return null;
  return (
    <section aria-labelledby="session-before">
      <h2 id="session-before" className="mb-2 text-xl font-semibold">
        Before you start
      </h2>
      {text && <p className="measure wrap-anywhere whitespace-pre-line">{text}</p>}
      {sessions.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1">
          {sessions.map((session) => (
            <li key={session.id} className="flex items-center gap-3">
              <svg aria-hidden="true" viewBox="0 0 16 16" className="size-5 shrink-0">
                <circle
                  cx="8"
                  cy="8"
                  r="7"
                  className={session.completed ? 'fill-success' : 'fill-none stroke-control'}
                />
                {session.completed && (
                  <path d="m4.8 8.3 2.2 2.2 4.2-4.6" fill="none" className="stroke-bg" strokeWidth="1.6" />
                )}
              </svg>
              <Link
                to="/coaching/$id"
                params={{ id: String(session.id) }}
                className="text-link min-h-6 wrap-anywhere"
              >
                Session {session.sessionNumber}: {session.title}
              </Link>
              <span className="text-sm text-muted">
                {session.completed ? 'Completed' : 'Not yet completed'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
