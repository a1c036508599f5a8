import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Outcome } from './outcome.tsx';
import { ShownOnce, type ShownOnceProps } from './shown-once.tsx';
import type { Act } from './use-act.ts';

export interface AddFormProps<Added> {
  readonly label: string;
  /** What adding does: see `Outcome`. */
  readonly done: string;
  readonly adding: Act & { readonly data: Added | undefined; readonly reset: () => void };
  readonly onSubmit: () => void;
  /** The secrets in the answer, which are shown only once. */
  readonly shown: (added: Added) => Omit<ShownOnceProps, 'onDone'>;
  readonly children: ReactNode;
}

/** Adds something that comes with a secret. */
export function AddForm<Added>({ label, done, adding, onSubmit, shown, children }: AddFormProps<Added>) {
  return (
    <form
      className="inline-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button type="submit" className="button primary" isDisabled={adding.isPending}>
        Add
      </Button>
      <Outcome of={[adding]} done={done} />
      {adding.data !== undefined && <ShownOnce {...shown(adding.data)} onDone={adding.reset} />}
    </form>
  );
}
