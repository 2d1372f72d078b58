import { observable } from '@trpc/server/observable';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { interceptor } from '../trpc.ts';

/** `confirm`: the last proof of identity is too old. `sign_in`: the session has ended. */
type ProofKind = 'confirm' | 'sign_in';

/** The password prompt on screen. */
export type StepUpPrompt = { id: number; kind: ProofKind; answer: (confirmed: boolean) => void };

let openPrompt: (StepUpPrompt & { proof: PromiseWithResolvers<boolean> }) | undefined;
let lastId = 0;
/** The listeners of pages that can show the prompt, with the proofs that each can ask for. */
const listeners = new Map<() => void, readonly ProofKind[]>();

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

function subscribe(listener: () => void, kinds: readonly ProofKind[]): () => void {
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

const kindOf: Partial<Record<string, ProofKind>> = {
  step_up_required: 'confirm',
  not_signed_in: 'sign_in',
} satisfies Partial<Record<ErrorCode, ProofKind>>;

/**
 * Prompts the user. Calls that wait for a proof share one prompt. If the session has ended, only a login satisfies the
 * prompt. The login also satisfies the calls that waited for a confirmation.
 * @returns whether the proof was given
 */
export async function askForProof(kind: ProofKind): Promise<boolean> {
  if (![...listeners.values()].flat().includes(kind)) return false;
  if (openPrompt && (openPrompt.kind === 'sign_in' || kind === 'confirm')) return openPrompt.proof.promise;
  lastId += 1;
  const proof = openPrompt?.proof ?? Promise.withResolvers<boolean>();
  const prompt = {
    id: lastId,
    kind,
    proof,
    answer(confirmed: boolean) {
      if (openPrompt !== prompt) return;
      show(undefined);
      proof.resolve(confirmed);
    },
  };
  show(prompt);
  return proof.promise;
}

/** The call that answers the prompt. A proof that failed is not sent again, because its code can be used only once. */
const proofPath = 'security.confirmIdentity';

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
        const isProven = mayAsk && (await askForProof(kind));
        if (isProven && op.path !== proofPath) call = next(op).subscribe(observer);
        else observer.error(rejection);
      },
    });
    return () => call.unsubscribe();
  });
