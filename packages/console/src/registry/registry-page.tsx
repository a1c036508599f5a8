import { Link } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { AccessToken } from './access-token.tsx';
import { ClientDetails } from './client-details.tsx';
import { ClientList } from './client-list.tsx';
import { SiteKeys } from './site-keys.tsx';
import { SiteList } from './site-list.tsx';
import './registry.css';

export interface RegistryPageProps {
  readonly part: string | undefined;
  readonly id: string | undefined;
}

const PARTS = [
  { id: 'sites', label: 'Sites' },
  { id: 'clients', label: 'Clients' },
  { id: 'token', label: 'Access token' },
] as const;

/** Which sites and clients there are, and who may do what. */
export function RegistryPage({ part = 'sites', id }: RegistryPageProps) {
  const { can } = useSession();
  if (!can('fleet:admin')) {
    return (
      <section className="notice">
        <h1>Registry</h1>
        <p>
          The registry is for operators: your access lacks the scope <code>fleet:admin</code>.
        </p>
        <AccessToken />
      </section>
    );
  }
  const chosen = PARTS.find((one) => one.id === part) ?? PARTS[0];
  return (
    <div className="registry">
      <h1>Registry</h1>
      <nav className="part-links" aria-label="Parts of the registry">
        {PARTS.map(({ id: name, label }) => (
          <Link key={name} href={`/registry/${name}`} aria-current={name === chosen.id ? 'page' : false}>
            {label}
          </Link>
        ))}
      </nav>
      {id !== undefined && (
        <p className="crumbs">
          <Link href={`/registry/${chosen.id}`}>← All {chosen.label.toLowerCase()}</Link>
        </p>
      )}
      <Part part={chosen.id} id={id} />
    </div>
  );
}

function Part({ part, id }: { readonly part: (typeof PARTS)[number]['id']; readonly id: string | undefined }) {
  if (part === 'token') return <AccessToken />;
  if (part === 'sites') return id === undefined ? <SiteList /> : <SiteKeys siteId={id} />;
  return id === undefined ? <ClientList /> : <ClientDetails clientId={id} />;
}
