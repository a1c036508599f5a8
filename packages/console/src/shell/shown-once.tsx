import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { CopyButton } from './copy-button.tsx';

export interface ShownOnceProps {
  readonly title: string;
  readonly secrets: readonly { readonly name: string; readonly text: string }[];
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** Shows a secret for the only time. */
export function ShownOnce({ title, secrets, children, onDone }: ShownOnceProps) {
  return (
    <ModalOverlay className="modal-overlay" isOpen isKeyboardDismissDisabled>
      <Modal className="modal">
        <Dialog role="alertdialog">
          <Heading slot="title">{title}</Heading>
          <p>Save it now: it is not shown again.</p>
          {secrets.map(({ name, text }) => (
            <div key={name} className="secret-field">
              <span className="field-label">{name}</span>
              <pre className="secret" tabIndex={0} aria-label={name}>
                {text}
              </pre>
              <CopyButton text={text} label={`Copy ${name}`}>
                Copy
              </CopyButton>
            </div>
          ))}
          {children}
          <div className="actions">
            <Button className="button primary" onPress={onDone}>
              I have saved it
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
