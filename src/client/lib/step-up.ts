import { observable } from '@trpc/server/observable';
import { lateLink } from '../trpc.ts';

/** The identity prompt on screen. */
export type StepUpQuestion = { id: number; answer: (confirmed: boolean) => void };

let question: StepUpQuestion | undefined;
let answered: Promise<boolean> | undefined;
let questions = 0;
const listeners = new Set<() => void>();

/** Registers a page that can show the prompt. @returns a function that unregisters it */
export function subscribeToStepUp(listener: () => void): () => void {
  listeners.add(listener);
  lateLink.current = askingLink;
  return () => {
    listeners.delete(listener);
    // The page was left, so the prompt cannot be answered.
    if (listeners.size === 0) question?.answer(false);
  };
}

export function currentStepUp(): StepUpQuestion | undefined {
  return question;
}

function show(next: StepUpQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

const refusalCode = 'step_up_required';

/** Asks for password and code. Calls that wait for a proof share one prompt. @returns whether the proof was given */
async function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return false;
  answered ??= new Promise((resolve) => {
    questions += 1;
    show({
      id: questions,
      answer(confirmed) {
        answered = undefined;
        show(undefined);
        resolve(confirmed);
      },
    });
  });
  return answered;
}

/**
 * A call that requires a recent identity confirmation waits for the prompt and is then sent again. If the prompt is
 * dismissed, the caller gets the error.
 */
const askingLink: NonNullable<typeof lateLink.current> = ({ op, next }) =>
  observable((observer) => {
    let call = next(op).subscribe({
      ...observer,
      async error(refusal) {
        if (refusal.data?.code === refusalCode && (await askForProof())) call = next(op).subscribe(observer);
        else observer.error(refusal);
      },
    });
    return () => call.unsubscribe();
  });

/**
 * Fetches a URL that is not a tRPC procedure, such as a file. If the server requires a recent identity confirmation,
 * the user is prompted and the request is sent again.
 */
export async function fetchWithProof(address: string, init: RequestInit = {}): Promise<Response> {
  const request = () => fetch(address, { credentials: 'same-origin', ...init });
  const response = await request();
  if (response.status !== 403 || !(await wantsProof(response.clone()))) return response;
  return (await askForProof()) ? request() : response;
}

async function wantsProof(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && Reflect.get(body, 'code') === refusalCode;
}
