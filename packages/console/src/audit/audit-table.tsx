import type { AuditFilter } from '@setpoint/client';
import { actorText, type AuditRecord } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { PlainTable } from '../shell/plain-table.tsx';
import { auditHref } from './audit-href.ts';
import { Changes } from './changes.tsx';

export interface AuditTableProps {
  readonly records: readonly AuditRecord[];
  /** What they were found by; a click on a record narrows it. */
  readonly filter: AuditFilter;
}

export function AuditTable({ records, filter }: AuditTableProps) {
  return (
    <PlainTable className="audit" columns={['When (UTC)', 'Who', 'From', 'Action', 'Subject', 'Change']}>
      {records.map((record) => (
        <Row key={record.sequence} record={record} filter={filter} />
      ))}
    </PlainTable>
  );
}

function Row({ record, filter }: { readonly record: AuditRecord; readonly filter: AuditFilter }) {
  const { at, actor, address, action, subject, before, after } = record;
  return (
    <tr>
      <td>
        <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
      </td>
      <td>
        <Narrowed by={{ ...filter, actor: `${actor.kind}:${actor.id}` }}>{actorText(actor)}</Narrowed>
      </td>
      <td>{address ?? ''}</td>
      <td>
        <Narrowed by={{ ...filter, action }}>
          <code className="audit-action">{action}</code>
        </Narrowed>
      </td>
      <td>
        <Narrowed by={{ ...filter, subject: `${subject.kind}:${subject.id}` }}>
          {subject.kind} <code>{subject.id}</code>
        </Narrowed>
      </td>
      <td className="audit-change">
        <Changes before={before} after={after} />
      </td>
    </tr>
  );
}

interface NarrowedProps {
  readonly by: AuditFilter;
  readonly children: ReactNode;
}

function Narrowed({ by, children }: NarrowedProps) {
  return (
    <Link href={auditHref(by)} className="narrowed">
      <span className="visually-hidden">Only records of </span>
      {children}
    </Link>
  );
}
