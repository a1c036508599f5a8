import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Outcome } from '../shell/outcome.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';
import { KeyTable } from './key-table.tsx';
import { useMayChange } from './use-may-change.ts';
import { useRegistry, useRegistryChange } from './use-registry.ts';

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
