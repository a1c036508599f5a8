import type { AuditFilter } from '@setpoint/client';
import type { AuditRecord } from '@setpoint/contract';
import { type ReactNode, useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { DisclosedRow } from '../shell/disclosed-row.tsx';
import { auditHref } from './audit-href.ts';
import { type NameOf, nameOr } from './name-of.ts';
import { sentenceOf } from './sentence-of.ts';
import { changesOf } from './changes-of.ts';

const SHOWN = 4;
const LONGEST = 80;

/** What is another value now; of many or of long ones only the beginning, until somebody wants all. */
function Changes({ before, after }: Pick<AuditRecord, 'before' | 'after'>) {
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

export interface AuditListProps {
  readonly records: readonly AuditRecord[];
  /** What they were found by; a click on a part of a record narrows it. */
  readonly filter: AuditFilter;
  readonly nameOf: NameOf;
}

/** Records as sentences, one line each, which open to all that was recorded. */
export function AuditList({ records, filter, nameOf }: AuditListProps) {
  const [open, setOpen] = useState<number>();
  return (
    <>
      <h2 className="visually-hidden">Records</h2>
      <ul className="audit commands" aria-label="Records">
        {records.map((record) => (
          <li key={record.sequence}>
            <DisclosedRow
              isOpen={record.sequence === open}
              onOpen={(isOpen) => setOpen(isOpen ? record.sequence : undefined)}
              head={<Head record={record} nameOf={nameOf} />}
            >
              {record.sequence === open && <Details record={record} filter={filter} nameOf={nameOf} />}
            </DisclosedRow>
          </li>
        ))}
      </ul>
    </>
  );
}

function Head({ record, nameOf }: { readonly record: AuditRecord; readonly nameOf: NameOf }) {
  const { who, did } = sentenceOf(record, nameOf);
  return (
    <>
      <time className="muted" dateTime={record.at}>
        {record.at.slice(0, 19).replace('T', ' ')}
      </time>
      <span className="audit-sentence">
        <b>{who}</b> {did}
      </span>
      <code className="audit-action wide-only muted">{record.action}</code>
    </>
  );
}

interface DetailsProps {
  readonly record: AuditRecord;
  readonly filter: AuditFilter;
  readonly nameOf: NameOf;
}

function Details({ record, filter, nameOf }: DetailsProps) {
  const { actor, subject, action, address, requestId, sequence, before, after } = record;
  return (
    <dl className="named-list audit-details">
      <dt>Actor</dt>
      <dd>
        <Narrowed by={{ ...filter, actor: `${actor.kind}:${actor.id}` }}>
          {actor.name ?? nameOr(nameOf, actor.kind, actor.id)}
        </Narrowed>{' '}
        <code>{`${actor.kind}:${actor.id}`}</code>
      </dd>
      <dt>Action</dt>
      <dd>
        <Narrowed by={{ ...filter, action }}>
          <code>{action}</code>
        </Narrowed>
      </dd>
      <dt>Subject</dt>
      <dd>
        <Narrowed by={{ ...filter, subject: `${subject.kind}:${subject.id}` }}>
          {subject.kind} <code>{subject.id}</code>
        </Narrowed>
      </dd>
      <dt>From</dt>
      <dd>{address ?? 'no request'}</dd>
      <dt>Record</dt>
      <dd>
        {sequence}
        {requestId !== null && (
          <>
            , request <code>{requestId}</code>
          </>
        )}
      </dd>
      <dt>Change</dt>
      <dd>
        <Changes before={before} after={after} />
      </dd>
    </dl>
  );
}

function Narrowed({ by, children }: { readonly by: AuditFilter; readonly children: ReactNode }) {
  return (
    <Link href={auditHref(by)} className="narrowed">
      <span className="visually-hidden">Only records of </span>
      {children}
    </Link>
  );
}
