import { actorText, type AuditRecord } from '@setpoint/contract';
import { PlainTable } from '../shell/plain-table.tsx';
import { changesOf } from './changes-of.ts';

export function AuditTable({ records }: { readonly records: readonly AuditRecord[] }) {
  return (
    <PlainTable columns={['When', 'Who', 'From', 'Action', 'Subject', 'Change']}>
      {records.map(({ sequence, at, actor, address, action, subject, before, after }) => (
        <tr key={sequence}>
          <td>
            <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
          </td>
          <td>{actorText(actor)}</td>
          <td>{address ?? ''}</td>
          <td>
            <code>{action}</code>
          </td>
          <td>
            {subject.kind} <code>{subject.id}</code>
          </td>
          <td>
            {changesOf(before, after).map(({ name, text }) => (
              <div key={name}>
                {name}: <code>{text}</code>
              </div>
            ))}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
