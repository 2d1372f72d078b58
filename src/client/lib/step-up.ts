import { observable } from '@trpc/server/observable';
import { lateLink } from '../trpc.ts';

/** The question that is on screen: who is at this browser? */
export type StepUpQuestion = { id: number; answer: (confirmed: boolean) => void };

let question: StepUpQuestion | undefined;
let answered: Promise<boolean> | undefined;
let questions = 0;
const listeners = new Set<() => void>();

/** A page that asks the question while it is open. */
export function subscribeToStepUp(listener: () => void): () => void {
  listeners.add(listener);
  lateLink.current = askingLink;
  return () => {
    listeners.delete(listener);
    // The page was left, so nobody can answer.
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

/** Asks for password and code. Calls that wait for the same proof share one question. @returns whether it was given */
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
 * A call that requires a fresh proof of identity waits until the user has given it, and is sent again. Without the
 * proof the caller gets the error.
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
 * Fetches an address that is no procedure, such as a file: where the server wants a fresh proof of identity, the person is
 * asked for it, and the request is made once more.
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
