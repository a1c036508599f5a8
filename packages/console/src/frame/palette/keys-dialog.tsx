import { Fragment } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Ctrl', 'K'], 'Go to a site, pool, client, view or page of the docs (⌘ K on a Mac)'],
  [['?'], 'Show these keys'],
  [['↑', '↓'], 'In the fleet: the site above or below'],
  [['Enter'], 'In the fleet: open the site'],
  [['←', '→'], 'In a chart: the instant before or after'],
  [['Ctrl', 'Enter'], 'In an edit: send'],
  [['Esc'], 'Close what is open'],
];

/** What keys do. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalOverlay className="modal-overlay" isDismissable isOpen onOpenChange={(to) => to || onClose()}>
      <Modal className="modal">
        <Dialog>
          <Heading slot="title">Keys</Heading>
          <dl className="named-list">
            {KEYS.map(([keys, does]) => (
              <Fragment key={does}>
                <dt>
                  {keys.map((key) => (
                    <Fragment key={key}>
                      <kbd>{key}</kbd>{' '}
                    </Fragment>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
          <div className="actions">
            <Button className="button" onPress={onClose} autoFocus>
              Close
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
