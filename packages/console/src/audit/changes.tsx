import type { AuditRecord } from '@setpoint/contract';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { changesOf } from './changes-of.ts';

const SHOWN = 4;
const LONGEST = 80;

/** What is another value now; of many or of long ones only the beginning, until somebody wants all. */
export function Changes({ before, after }: Pick<AuditRecord, 'before' | 'after'>) {
  const [isOpen, setOpen] = useState(false);
  const changes = changesOf(before, after);
  const isCut = changes.length > SHOWN || changes.some(({ text }) => text.length > LONGEST);
  const shown = isOpen ? changes : changes.slice(0, SHOWN);
  return (
    <>
      {shown.map(({ name, text }) => (
        <div key={name}>
          {name}: <code>{isOpen || text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`}</code>
        </div>
      ))}
      {isCut && (
        <Button className="button small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all of it'}
        </Button>
      )}
    </>
  );
}
