import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Outcome } from '../shell/outcome.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';
import { useMayChange } from './use-may-change.ts';
import { useRegistry, useRegistryChange } from './use-registry.ts';
import type { ControllerKey } from '@setpoint/contract';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Empty } from '../shell/empty.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { whenText } from '../words/when-text.ts';

const MOST_KEYS = 2;

export interface SiteKeysProps {
  readonly siteId: string;
  readonly siteName: string;
}

/** The keys of a site’s controller. */
export function SiteKeys({ siteId, siteName }: SiteKeysProps) {
  const mayChange = useMayChange();
  const keys = useRegistry(['keys', siteId], async (registry) => (await registry.listControllerKeys(siteId)).keys);
  const [shown, setShown] = useState<string>();
  const add = useRegistryChange((registry) => registry.addControllerKey(siteId));
  const revoke = useRegistryChange((registry, keyId: string) => registry.revokeControllerKey(siteId, keyId));
  const known = keys.data ?? [];
  return (
    <>
      <h3>Controller keys</h3>
      {mayChange && (
        <p className="muted">
          To change the key without an outage: make a second one, configure it on the controller, and revoke the first
          one once the second has been used.
        </p>
      )}
      <Outcome of={[add, revoke]} done="that was done" />
      <KeyTable keys={known} {...(mayChange ? { onRevoke: (keyId: string) => revoke.mutate(keyId) } : {})} />
      {mayChange && (
        <div className="line">
          <Button
            className="button"
            isDisabled={add.isPending || known.length >= MOST_KEYS}
            onPress={() => add.mutate(undefined, { onSuccess: ({ controllerKey }) => setShown(controllerKey) })}
          >
            Make another key
          </Button>
        </div>
      )}
      {shown !== undefined && (
        <ShownOnce
          title={`A new controller key for ${siteName}`}
          secrets={[{ name: 'Controller key', text: shown }]}
          onDone={() => setShown(undefined)}
        />
      )}
    </>
  );
}

interface KeyTableProps {
  readonly keys: readonly ControllerKey[];
  /** Left out for who may not. */
  readonly onRevoke?: (keyId: string) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
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
