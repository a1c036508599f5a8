import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useFocusNearby } from './use-focus-nearby.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
  /** What has to be typed to confirm; left out, a press is enough. */
  readonly typed?: string;
  readonly isSmall?: boolean;
  /** Makes the button stand out, for an emergency. */
  readonly isUrgent?: boolean;
  /** What it does can be taken back at once. */
  readonly isHarmless?: boolean;
  readonly isDisabled?: boolean;
  /** Whether it takes the focus as soon as it is there. */
  readonly isNext?: boolean;
  /** While what was confirmed is done: it takes no press, and keeps the focus. */
  readonly isPending?: boolean;
  /** Whether something in the dialog is still to be answered. */
  readonly isUnanswered?: boolean;
  readonly onConfirm: () => void;
  /** After an answer of either kind: what was typed in the dialog is to be forgotten. */
  readonly onClose?: () => void;
}

/** A button that asks before something is done that cannot be undone. */
export function ConfirmButton({
  isSmall = false,
  isUrgent = false,
  isDisabled = false,
  isPending = false,
  isNext = false,
  onClose,
  ...asked
}: ConfirmButtonProps) {
  const { label, title } = asked;
  const [isOpen, setOpen] = useState(false);
  const ref = useFocusNearby<HTMLButtonElement>();
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button
        ref={ref}
        autoFocus={isNext}
        isDisabled={isDisabled}
        aria-disabled={isPending}
        className={`button${isSmall ? ' small' : ''}${isUrgent ? ' danger' : ''}`}
        {...(title.includes(label) ? { 'aria-label': title } : {})}
        aria-haspopup="dialog"
        onPress={() => isPending || setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog {...asked} isOpen={isOpen} onClose={close} />
    </>
  );
}
