import { observable } from '@trpc/server/observable';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { interceptor } from '../trpc.ts';

/** `confirm`: the last authentication is too old. `sign_in`: the session has ended. */
type StepUpKind = 'confirm' | 'sign_in';

/** The password prompt on screen. */
export type StepUpPrompt = { id: number; kind: StepUpKind; answer: (confirmed: boolean) => void };

let openPrompt: (StepUpPrompt & { confirmation: PromiseWithResolvers<boolean> }) | undefined;
let lastId = 0;
/** The listeners of pages that can show the prompt, with the kinds of prompts that each can show. */
const listeners = new Map<() => void, readonly StepUpKind[]>();

/** Registers a page that can show the prompt. @returns a function that unregisters it */
export function subscribeToStepUp(listener: () => void): () => void {
  return subscribe(listener, ['confirm']);
}

/**
 * Like `subscribeToStepUp`, for a page on which a user whose session has ended can log in without losing typed text.
 */
export function subscribeToStepUpAndSignIn(listener: () => void): () => void {
  return subscribe(listener, ['confirm', 'sign_in']);
}

function subscribe(listener: () => void, kinds: readonly StepUpKind[]): () => void {
  listeners.set(listener, kinds);
  interceptor.current = stepUpLink;
  return () => {
    listeners.delete(listener);
    // The page was left, so the prompt cannot be answered.
    if (listeners.size === 0) openPrompt?.answer(false);
  };
}

export function currentStepUp(): StepUpPrompt | undefined {
  return openPrompt;
}

function show(next: typeof openPrompt): void {
  openPrompt = next;
  for (const listener of listeners.keys()) listener();
}

const kindOf: Partial<Record<string, StepUpKind>> = {
  step_up_required: 'confirm',
  not_signed_in: 'sign_in',
} satisfies Partial<Record<ErrorCode, StepUpKind>>;

/**
 * Prompts the user. Calls that wait for the user share one prompt. If the session has ended, only a login satisfies the
 * prompt. The login also satisfies the calls that waited for a confirmation.
 * @returns whether the user answered the prompt
 */
export async function askForStepUp(kind: StepUpKind): Promise<boolean> {
  if (![...listeners.values()].flat().includes(kind)) return false;
  if (openPrompt && (openPrompt.kind === 'sign_in' || kind === 'confirm'))
    return openPrompt.confirmation.promise;
  lastId += 1;
  const confirmation = openPrompt?.confirmation ?? Promise.withResolvers<boolean>();
  const prompt = {
    id: lastId,
    kind,
    confirmation,
    answer(confirmed: boolean) {
      if (openPrompt !== prompt) return;
      show(undefined);
      confirmation.resolve(confirmed);
    },
  };
  show(prompt);
  return confirmation.promise;
}

/** The call that answers the prompt. A failed call is not sent again, because its code can be used only once. */
const confirmPath = 'security.confirmIdentity';

/**
 * If a call requires a recent authentication, or a mutation is sent after the session has ended, the call waits for the
 * prompt and is then sent again. If the prompt is dismissed, or no page on screen can show it, the caller gets the
 * error.
 */
const stepUpLink: NonNullable<typeof interceptor.current> = ({ op, next }) =>
  observable((observer) => {
    let call = next(op).subscribe({
      ...observer,
      async error(rejection) {
        const kind = kindOf[rejection.data?.code ?? ''];
        const mayAsk = kind === 'confirm' || (kind === 'sign_in' && op.type === 'mutation');
        const isConfirmed = mayAsk && (await askForStepUp(kind));
        if (isConfirmed && op.path !== confirmPath) call = next(op).subscribe(observer);
        else observer.error(rejection);
      },
    });
    return () => call.unsubscribe();
  });
