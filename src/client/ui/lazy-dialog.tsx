import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { showToast } from './toast.tsx';

type ClosableProps = { open?: boolean; onClose: () => void };

/**
 * A dialog in its own chunk, loaded when it is first opened. If the chunk cannot be loaded, for example offline or
 * after a deployment, a message reports it, and the page stays open with its typed text. Opening the dialog again tries
 * again.
 */
export function lazyDialog<Props extends ClosableProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const create = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        console.warn('A dialog could not be loaded', error);
        newest = create();
        return { default: DialogNotLoaded };
      }
    });
  let newest = create();
  return function LazyDialog(props: Props) {
    const { open = true } = props;
    const [{ Dialog, wasOpen }, setState] = useState({ Dialog: newest, wasOpen: open });
    // Opening renders `newest`, which imports the chunk again after a failure. Closing keeps the component, so that it
    // can play its closing animation.
    if (open !== wasOpen) setState({ Dialog: open ? newest : Dialog, wasOpen: open });
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}

function DialogNotLoaded({ open = true, onClose }: ClosableProps) {
  useEffect(() => {
    if (!open) return;
    onClose();
    // Shown in a later task: `onClose` may reject a call that waits for the dialog, and this message must replace the
    // message about that rejection.
    setTimeout(() =>
      showToast({
        title: 'This dialog could not be loaded',
        description:
          'Check your connection and try again. If that does not help, copy what you typed, then reload the page.',
        tone: 'danger',
      }),
    );
  }, [open, onClose]);
  return null;
}
