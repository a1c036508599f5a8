import { type ReactNode, useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components';

export interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
  /** What has to be typed to confirm; left out, a press is enough. */
  readonly typed?: string;
  readonly isSmall?: boolean;
  /** Makes the button stand out, for an emergency. */
  readonly isUrgent?: boolean;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmButton({
  label,
  title,
  children,
  typed,
  isSmall = false,
  isUrgent = false,
  isDisabled = false,
  onConfirm,
}: ConfirmButtonProps) {
  const [text, setText] = useState('');
  const isSure = typed === undefined || text === typed;
  return (
    <DialogTrigger onOpenChange={() => setText('')}>
      <Button
        isDisabled={isDisabled}
        className={`button${isSmall ? ' small' : ''}${isUrgent ? ' danger' : ''}`}
        {...(title.includes(label) ? { 'aria-label': title } : {})}
      >
        {label}
      </Button>
      <ModalOverlay className="modal-overlay" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog">
            {({ close }) => (
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
                  <Button className="button" onPress={close} autoFocus={typed === undefined}>
                    Cancel
                  </Button>
                  <Button
                    className="button danger"
                    isDisabled={!isSure}
                    onPress={() => {
                      onConfirm();
                      close();
                    }}
                  >
                    {label}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
