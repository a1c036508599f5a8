import { type ReactNode, useEffect, useState } from 'react';
import { Button, Dialog, Heading, Input, Label, Modal, ModalOverlay, TextField } from 'react-aria-components';

export interface ConfirmDialogProps {
  /** What is done, on the button that does it. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
  /** What has to be typed to confirm; left out, a press is enough. */
  readonly typed?: string | undefined;
  /** Whether something in the dialog is still to be answered. */
  readonly isUnanswered?: boolean;
  /** What it does can be taken back at once. */
  readonly isHarmless?: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before something is done. */
export function ConfirmDialog({ isOpen, onClose, ...asked }: ConfirmDialogProps) {
  const isArmed = useArmed(isOpen);
  return (
    <ModalOverlay
      className="modal-overlay"
      isDismissable={isArmed}
      isOpen={isOpen}
      onOpenChange={(to) => to || onClose()}
    >
      <Modal className="modal">
        <Dialog role="alertdialog">
          <Question {...asked} isArmed={isArmed} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Question({
  label,
  title,
  children,
  typed,
  isUnanswered = false,
  isHarmless = false,
  isArmed,
  onClose,
  onConfirm,
}: Omit<ConfirmDialogProps, 'isOpen'> & { readonly isArmed: boolean }) {
  const [text, setText] = useState('');
  const isAnswered = !isUnanswered && (typed === undefined || text === typed);
  return (
    <>
      <Heading slot="title">{title}</Heading>
      {children}
      {typed !== undefined && (
        <TextField className="field" value={text} onChange={setText}>
          <Label>
            Type <b>{typed}</b> to confirm
          </Label>
          <Input />
        </TextField>
      )}
      <div className="actions">
        <Button
          className="button"
          // The second Enter of two is meant for what the first one asked.
          onPress={({ pointerType }) => (isArmed || pointerType !== 'keyboard') && onClose()}
          autoFocus={typed === undefined}
        >
          Cancel
        </Button>
        <Button
          className={isHarmless ? 'button primary' : 'button danger'}
          isDisabled={!isAnswered}
          // Disabled, it would be skipped by Tab, and the next Enter would cancel.
          aria-disabled={!isArmed}
          onPress={() => {
            if (!isArmed) return;
            onConfirm();
            onClose();
          }}
        >
          {label}
        </Button>
      </div>
    </>
  );
}

/** The second half of a double click neither answers a question that the first half asked nor takes it away. */
const ARMED_AFTER_MS = 500;

function useArmed(isOpen: boolean): boolean {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setArmed(false);
    };
  }, [isOpen]);
  return isArmed;
}
