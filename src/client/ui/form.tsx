import type { ComponentProps } from 'react';

export type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & { onSubmit: () => void };

/** A form that is validated and sent by scripts, so the browser neither validates it nor leaves the page. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
