import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
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

/** When something goes away that has the focus, a heading near it gets the focus, so that Tab goes on from there. */
function useFocusNearby<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const section = element.closest('section')?.querySelector<HTMLElement>('h2, h3');
    let hadFocus = false;
    const note = () => {
      hadFocus = element.contains(document.activeElement);
    };
    document.addEventListener('focusin', note);
    note();
    return () => {
      document.removeEventListener('focusin', note);
      if (hadFocus && !element.isConnected && document.activeElement === document.body) focusNear(section);
    };
  }, []);
  return ref;
}

/** The heading of the section around it, or else of the view. */
function focusNear(section: HTMLElement | undefined | null): void {
  const others = ['#content h1', '#content'].map((selector) => document.querySelector<HTMLElement>(selector));
  const there = [section, ...others].find((candidate) => candidate?.isConnected === true);
  if (there === undefined || there === null) return;
  there.tabIndex = -1;
  there.focus({ preventScroll: true });
}
