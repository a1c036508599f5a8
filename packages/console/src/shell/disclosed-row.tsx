import type { ReactNode } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';

export interface DisclosedRowProps {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** What is always shown, and opens the rest. */
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** A row of a list that opens to show more. */
export function DisclosedRow({ isOpen, onOpen, head, children }: DisclosedRowProps) {
  return (
    <Disclosure className="command-row" isExpanded={isOpen} onExpandedChange={onOpen}>
      <Heading level={3}>
        <Button slot="trigger" className="command-head">
          <span className="command-sign" aria-hidden="true">
            ▸
          </span>
          {head}
        </Button>
      </Heading>
      <DisclosurePanel>{children}</DisclosurePanel>
    </Disclosure>
  );
}
