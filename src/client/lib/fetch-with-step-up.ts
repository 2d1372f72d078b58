import { askForStepUp } from './step-up.ts';

/**
 * Fetches a URL that is not a tRPC procedure, such as a file. If the server requires a recent authentication,
 * the user is prompted and the request is sent again.
 */
export async function fetchWithStepUp(url: string, init: RequestInit = {}): Promise<Response> {
  const request = () => fetch(url, { credentials: 'same-origin', ...init });
  const response = await request();
  if (response.status !== 403) return response;
  const { code } = await readErrorBody(response.clone());
  if (code !== 'step_up_required') return response;
  return (await askForStepUp('confirm')) ? request() : response;
}

/** The error body `{ message, code }`; `{}` if it is no JSON object, for example because a proxy responded. */
export async function readErrorBody(response: Response): Promise<{ message?: unknown; code?: unknown }> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : {};
}
