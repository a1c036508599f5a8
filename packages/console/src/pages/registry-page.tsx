import type { Scope } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { AuditLog } from '../audit/audit-log.tsx';
import { GroupDetails } from '../people/group-details.tsx';
import { GroupList } from '../people/group-list.tsx';
import { PersonDetails } from '../people/person-details.tsx';
import { PersonList } from '../people/person-list.tsx';
import { AccessToken } from '../registry/access-token.tsx';
import { ClientDetails } from '../registry/client-details.tsx';
import { ClientList } from '../registry/client-list.tsx';
import { RegisteredSite } from '../registry/registered-site.tsx';
import { SiteList } from '../registry/site-list.tsx';
import { useSession } from '../session/session.tsx';
import { WebhookDetails } from '../webhooks/webhook-details.tsx';
import { WebhookList } from '../webhooks/webhook-list.tsx';
import '../registry/registry.css';

export interface RegistryPageProps {
  readonly part: string | undefined;
  readonly id: string | undefined;
}

interface Part {
  readonly id: string;
  readonly label: string;
  /** The scopes of which it takes one; undefined if everybody may see it. */
  readonly scopes?: readonly Scope[];
  readonly show: (id: string | undefined) => ReactNode;
}

const TOKEN: Part = { id: 'token', label: 'Access token', show: () => <AccessToken /> };
const PARTS: readonly Part[] = [
  {
    id: 'sites',
    label: 'Sites',
    scopes: ['fleet:admin', 'audit:read'],
    show: (id) => (id === undefined ? <SiteList /> : <RegisteredSite siteId={id} />),
  },
  {
    id: 'clients',
    label: 'Clients',
    scopes: ['fleet:admin', 'audit:read'],
    show: (id) => (id === undefined ? <ClientList /> : <ClientDetails clientId={id} />),
  },
  {
    id: 'people',
    label: 'People',
    scopes: ['fleet:admin', 'audit:read'],
    show: (id) => (id === undefined ? <PersonList /> : <PersonDetails personId={id} />),
  },
  {
    id: 'groups',
    label: 'Groups',
    scopes: ['fleet:admin', 'audit:read'],
    show: (id) => (id === undefined ? <GroupList /> : <GroupDetails groupId={id} />),
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    scopes: ['fleet:webhooks'],
    show: (id) => (id === undefined ? <WebhookList /> : <WebhookDetails webhookId={id} />),
  },
  { id: 'audit', label: 'Audit log', scopes: ['audit:read', 'fleet:admin'], show: () => <AuditLog /> },
  TOKEN,
];

/** The sites and clients, who may do what, and where events are sent. */
export function RegistryPage({ part, id }: RegistryPageProps) {
  const { can, isPerson } = useSession();
  const parts = PARTS.filter(({ scopes }) => scopes?.some(can) ?? true);
  const chosen = parts.find((one) => one.id === part) ?? parts[0] ?? TOKEN;
  return (
    <div className="stack">
      <h1>Registry</h1>
      {!can('fleet:admin') && !can('audit:read') && (
        <p className="notice">
          <span>
            The registry is for operators:{' '}
            {isPerson ? (
              'it needs the role operator or auditor. Ask an operator for it.'
            ) : (
              <>
                you lack the scope <code>fleet:admin</code>.
              </>
            )}
          </span>
        </p>
      )}
      <nav className="part-links" aria-label="Parts of the registry">
        {parts.map(({ id: name, label }) => (
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
      {chosen.show(id)}
    </div>
  );
}
