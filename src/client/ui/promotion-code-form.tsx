import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';

export type PromotionCodeFormProps = {
  /** The entered code; undefined while there is none. */
  code: string | undefined;
  /** The discount, shown if the code applies. */
  result: ReactNode;
  /** Why the entered code does not apply. */
  problem: string | undefined;
  checking: boolean;
  hint?: string | undefined;
  onApply: (code: string) => void;
  onRemove: () => void;
  /** Shown above the code field, such as a choice of the membership that the code is for. */
  children?: ReactNode;
};

/**
 * A text button that expands into a code field. Once a code applies, the form shows the discount and a button to remove
 * the code.
 */
export function PromotionCodeForm({
  code,
  result,
  problem,
  checking,
  hint,
  onApply,
  onRemove,
  children,
}: PromotionCodeFormProps) {
  const [opened, setOpened] = useState(false);
  /** The typed text. While it is undefined, the field shows `code`, which the URL may set after the first render. */
  const [typed, setTyped] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const pressed = useRef<'Apply' | 'Remove'>(undefined);
  const hadResult = useRef(false);
  const hasResult = Boolean(result);
  const text = typed ?? code ?? '';
  const isCheckedCode = text.trim().toUpperCase() === code;

  // The pressed button disappears, so the focus moves to its replacement. If a code that was shown as valid is
  // rejected, the focus moves to the code field.
  useEffect(() => {
    if (checking) return;
    const isRejected = Boolean(problem) && (pressed.current === 'Apply' || hadResult.current);
    if (hasResult && pressed.current === 'Apply') remove.current?.focus();
    if (!hasResult && (isRejected || pressed.current === 'Remove')) field.current?.focus();
    pressed.current = undefined;
    hadResult.current = hasResult;
  }, [checking, hasResult, problem]);

  function apply() {
    if (checking) return;
    const isEmpty = text.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) {
      field.current?.focus();
      return;
    }
    pressed.current = 'Apply';
    onApply(text.trim().toUpperCase());
  }

  return (
    <div>
      <div className={hasResult ? 'flex items-center justify-between gap-x-6' : undefined}>
        <p role="status" className={hasResult ? 'text-sm text-success tabular wrap-anywhere' : 'sr-only'}>
          {hasResult ? result : checking && 'Checking the code...'}
        </p>
        {hasResult && (
          <Button
            ref={remove}
            variant="quiet"
            size="small"
            className="-mr-3 shrink-0"
            onClick={() => {
              pressed.current = 'Remove';
              setOpened(true);
              setTyped('');
              onRemove();
            }}
          >
            Remove<span className="sr-only"> the code {code}</span>
          </Button>
        )}
      </div>
      {!hasResult && !opened && code === undefined && (
        <Button variant="quiet" size="small" className="-mx-3" onClick={() => setOpened(true)}>
          Have a code?
        </Button>
      )}
      {!hasResult && (opened || code !== undefined) && (
        <Form aria-label="Promotion code" className="flex max-w-md flex-col gap-3" onSubmit={apply}>
          {children}
          <div className="flex items-start gap-2">
            <TextField
              ref={field}
              name="promotionCode"
              label="Code"
              hint={hint}
              value={text}
              onChange={({ currentTarget: { value } }) => {
                setTyped(value);
                setMissing(false);
              }}
              error={isMissing ? 'Type the code that you were given' : isCheckedCode ? problem : undefined}
              autoFocus={opened}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={200}
              className="flex-1"
            />
            {/* Aligned with the field, which has a label above it. */}
            <Button
              type="submit"
              variant="secondary"
              busy={checking}
              busyLabel="Checking..."
              className="mt-6.25"
            >
              Apply
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}
