import { useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { durationText } from '../words/ago-text.ts';
import { ChangeSite } from './change-site.tsx';
import { SiteKeys } from './site-keys.tsx';
import { useMayChange } from './use-may-change.ts';
import { useRegistry, useRegistryChange } from './use-registry.ts';
import { useTitle } from '../shell/use-title.ts';
import { useLocation } from 'wouter';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';

/** A site in the registry, with the keys of its controller. */
export function RegisteredSite({ siteId }: { readonly siteId: string }) {
  const mayChange = useMayChange();
  const [isChanging, setChanging] = useState(false);
  const site = useRegistry(['site', siteId], (registry) => registry.readSite(siteId));
  useTitle(site.data?.siteName, 'Sites', 'Registry');
  if (site.data === undefined) {
    return site.error === null ? <Loading /> : <Failure what="The site could not be read" cause={site.error} />;
  }
  const { siteName, timeZone, holdSeconds, notes } = site.data;
  return (
    <section className="panel" aria-labelledby="site-title">
      <h2 id="site-title">
        <bdi>{siteName}</bdi> <Link href={`/sites/${siteId}`}>Show the site</Link>
      </h2>
      <p className="muted">
        <code>{siteId}</code>, {timeZone}
      </p>
      <p className="muted">
        {holdSeconds === null
          ? 'When it is cut off, its controller follows the schedule for as long as that lasts.'
          : `When it is cut off for ${durationText(holdSeconds * 1_000)}, its controller acts as if nothing were set.`}
      </p>
      {isChanging ? (
        <ChangeSite site={site.data} onDone={() => setChanging(false)} />
      ) : (
        <>
          {notes !== '' && <p className="site-notes">{notes}</p>}
          {mayChange && (
            <div className="line">
              <Button className="button" onPress={() => setChanging(true)}>
                Change
              </Button>
            </div>
          )}
        </>
      )}
      <SiteKeys siteId={siteId} siteName={siteName} />
      {mayChange && <RemoveSite siteId={siteId} siteName={siteName} />}
    </section>
  );
}

function RemoveSite({ siteId, siteName }: { readonly siteId: string; readonly siteName: string }) {
  const [, navigate] = useLocation();
  const remove = useRegistryChange((registry) => registry.removeSite(siteId, siteName));
  return (
    <div className="line">
      <ConfirmButton
        label="Remove the site"
        title={`Remove ${siteName}`}
        typed={siteName}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/registry/sites') })}
      >
        <p>
          Its schedule, history and keys are deleted. Its controller follows the schedule that it has until that ends.
        </p>
      </ConfirmButton>
      <Outcome of={[remove]} done="the site was removed" />
    </div>
  );
}
