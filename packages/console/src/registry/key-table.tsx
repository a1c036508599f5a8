import type { ControllerKey } from '@setpoint/contract';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Empty } from '../shell/empty.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { whenText } from '../words/when-text.ts';

export interface KeyTableProps {
  readonly keys: readonly ControllerKey[];
  /** Left out for who may not. */
  readonly onRevoke?: (keyId: string) => void;
}

export function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const now = useNow();
  if (keys.length === 0) return <Empty title="No key: no controller can sign in" />;
  return (
    <PlainTable
      columns={['Key', { label: 'Added', is: 'wide-only' }, 'Last used', 'Ends', { label: 'Revoke', is: 'unseen' }]}
    >
      {keys.map(({ keyId, createdAt, lastUsedAt, endsAt }) => (
        <tr key={keyId}>
          <td>
            <code>{keyId}</code>
          </td>
          <td className="wide-only">{agoText(now - Date.parse(createdAt))}</td>
          <td>{lastUsedAt === null ? 'never' : agoText(now - Date.parse(lastUsedAt))}</td>
          <td>{endsAt === null ? 'never' : `${whenText(Date.parse(endsAt), { timeZone: 'UTC', now })} UTC`}</td>
          <td className="number">
            {onRevoke !== undefined && (
              <ConfirmButton label="Revoke" title={`Revoke ${keyId}`} isSmall onConfirm={() => onRevoke(keyId)}>
                <p>Connections made with this key are closed at once.</p>
              </ConfirmButton>
            )}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
