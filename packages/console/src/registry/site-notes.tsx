import { Link } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { useMayChange } from './use-may-change.ts';
import { useRegistry } from './use-registry.ts';

/** What operators noted of a site, for those who may read the registry. */
export function SiteNotes({ siteId }: { readonly siteId: string }) {
  const { can } = useSession();
  return can('fleet:admin') || can('audit:read') ? <Notes siteId={siteId} /> : null;
}

function Notes({ siteId }: { readonly siteId: string }) {
  const mayChange = useMayChange();
  const { data } = useRegistry(['site', siteId], (registry) => registry.readSite(siteId));
  if (data === undefined || (data.notes === '' && !mayChange)) return null;
  return (
    <p className="site-notes">
      {data.notes !== '' && <span>{data.notes}</span>}{' '}
      {mayChange && (
        <Link href={`/registry/sites/${siteId}`}>{data.notes === '' ? 'Add notes' : 'Change the notes'}</Link>
      )}
    </p>
  );
}
