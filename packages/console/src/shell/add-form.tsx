import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Failure } from './failure.tsx';
import { ShownOnce, type ShownOnceProps } from './shown-once.tsx';

export interface AddFormProps<Added> {
  readonly label: string;
  /** What to say if adding fails, as a sentence without its full stop. */
  readonly failure: string;
  readonly adding: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly data: Added | undefined;
    readonly reset: () => void;
  };
  readonly onSubmit: () => void;
  /** The secrets in the answer, which are shown only once. */
  readonly shown: (added: Added) => Omit<ShownOnceProps, 'onDone'>;
  readonly children: ReactNode;
}

/** Adds something that comes with a secret. */
export function AddForm<Added>({ label, failure, adding, onSubmit, shown, children }: AddFormProps<Added>) {
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
      {adding.error !== null && <Failure what={failure} cause={adding.error} />}
      {adding.data !== undefined && <ShownOnce {...shown(adding.data)} onDone={adding.reset} />}
    </form>
  );
}
