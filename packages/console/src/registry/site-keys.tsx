import type { ControllerKey } from '@setpoint/contract';
import { useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { Empty, Failure, Loading } from '../shell/notices.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/when-text.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';
import { useRegistry, useRegistryChange } from './use-registry.ts';

const MOST_KEYS = 2;

/** A site as it is registered, with the keys of its controller. */
export function SiteKeys({ siteId }: { readonly siteId: string }) {
  const site = useRegistry(['site', siteId], (registry) => registry.readSite(siteId));
  if (site.data === undefined) {
    return site.error === null ? <Loading /> : <Failure what="The site could not be read" cause={site.error} />;
  }
  const { siteName, timeZone } = site.data;
  return (
    <section className="panel" aria-labelledby="site-title">
      <h2 id="site-title">
        {siteName} <Link href={`/sites/${siteId}`}>See the site</Link>
      </h2>
      <p className="muted">
        <code>{siteId}</code>, {timeZone}
      </p>
      <Keys siteId={siteId} siteName={siteName} />
      <RemoveSite siteId={siteId} siteName={siteName} />
    </section>
  );
}

interface NamedSite {
  readonly siteId: string;
  readonly siteName: string;
}

function Keys({ siteId, siteName }: NamedSite) {
  const keys = useRegistry(['keys', siteId], async (registry) => (await registry.listControllerKeys(siteId)).keys);
  const [shown, setShown] = useState<string>();
  const add = useRegistryChange((registry) => registry.addControllerKey(siteId));
  const revoke = useRegistryChange((registry, keyId: string) => registry.revokeControllerKey(siteId, keyId));
  const failure = add.error ?? revoke.error;
  const known = keys.data ?? [];
  return (
    <>
      <h3>Controller keys</h3>
      <p className="muted">
        To change a key without an outage: make a second one, set it at the controller, and revoke the first once the
        second was used.
      </p>
      {failure !== null && <Failure what="That did not work" cause={failure} />}
      <KeyTable keys={known} onRevoke={(keyId) => revoke.mutate(keyId)} />
      <div className="actions-start">
        <Button
          className="button"
          isDisabled={add.isPending || known.length >= MOST_KEYS}
          onPress={() => add.mutate(undefined, { onSuccess: ({ controllerKey }) => setShown(controllerKey) })}
        >
          Make another key
        </Button>
      </div>
      {shown !== undefined && (
        <ShownOnce
          title={`A new controller key of ${siteName}`}
          secrets={[{ name: 'Controller key', text: shown }]}
          onDone={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function RemoveSite({ siteId, siteName }: NamedSite) {
  const [, navigate] = useLocation();
  const remove = useRegistryChange((registry) => registry.removeSite(siteId, siteName));
  return (
    <div className="actions-start">
      <ConfirmButton
        label="Remove the site"
        title={`Remove ${siteName}`}
        typed={siteName}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/registry/sites') })}
      >
        <p>
          Its schedules, its history and its keys are deleted. Its controller goes on with the schedule that it has
          until that ends.
        </p>
      </ConfirmButton>
      {remove.isError && <Failure what="The site was not removed" cause={remove.error} />}
    </div>
  );
}

interface KeyTableProps {
  readonly keys: readonly ControllerKey[];
  readonly onRevoke: (keyId: string) => void;
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const now = useNow();
  if (keys.length === 0) return <Empty title="No key: no controller can sign in" />;
  return (
    <div className="scroll-x">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col" className="wide-only">
              Made
            </th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ keyId, createdAt, lastUsedAt }) => (
            <tr key={keyId}>
              <td>
                <code>{keyId}</code>
              </td>
              <td className="wide-only">{agoText(now - Date.parse(createdAt))}</td>
              <td>{lastUsedAt === null ? 'never' : agoText(now - Date.parse(lastUsedAt))}</td>
              <td className="number">
                <ConfirmButton label="Revoke" title={`Revoke ${keyId}`} isSmall onConfirm={() => onRevoke(keyId)}>
                  <p>Connections made with it are closed at once.</p>
                </ConfirmButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
