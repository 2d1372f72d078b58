import { askForProof } from './step-up.ts';

/**
 * Fetches a URL that is not a tRPC procedure, such as a file. If the server requires a recent authentication,
 * the user is prompted and the request is sent again.
 */
export async function fetchWithProof(url: string, init: RequestInit = {}): Promise<Response> {
  const request = () => fetch(url, { credentials: 'same-origin', ...init });
  const response = await request();
  if (response.status !== 403 || !(await requiresProof(response.clone()))) return response;
  return (await askForProof('confirm')) ? request() : response;
}

async function requiresProof(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && Reflect.get(body, 'code') === 'step_up_required';
}
