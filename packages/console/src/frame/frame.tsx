import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useAlerts, useMaySeeAlerts } from '../alerts/use-alerts.ts';
import { AccountMenu } from './account-menu.tsx';
import { CurlMenu } from './curl-menu.tsx';
import { LiveBadge } from './live-badge.tsx';
import { HoldBar } from '../holds/hold-bar.tsx';
import { useSession } from '../session/session.tsx';
import { useHeard } from '../session/use-heard.ts';
import { ThemeButton } from './theme-button.tsx';
import { UnheardBar } from './unheard-bar.tsx';
import './frame.css';

interface Place {
  readonly href: string;
  readonly label: string;
  readonly isHere: (path: string) => boolean;
}

const ALERTS = '/alerts';
const PLACES: readonly Place[] = [
  { href: '/', label: 'Fleet', isHere: (path) => path === '/' || path.startsWith('/sites') },
  { href: '/pools', label: 'Pools', isHere: (path) => path.startsWith('/pools') },
  { href: '/headroom', label: 'Headroom', isHere: (path) => path.startsWith('/headroom') },
  { href: ALERTS, label: 'Alerts', isHere: (path) => path.startsWith(ALERTS) },
  { href: '/registry', label: 'Registry', isHere: (path) => path.startsWith('/registry') },
  { href: '/health', label: 'Health and holds', isHere: (path) => path.startsWith('/health') },
];

/** What stands around every view. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const maySeeAlerts = useMaySeeAlerts();
  const { isUnheard } = useHeard();
  const mayStop = useSession().can('schedules:write');
  const places = PLACES.filter(({ href }) => href !== ALERTS || maySeeAlerts);
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="frame-head">
        <Link href="/" className="brand" aria-label="Setpoint: to the fleet">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M4 21h8v-8h8v5h8" />
          </svg>
          <span>Setpoint</span>
        </Link>
        <nav aria-label="Views">
          {places.map(({ href, label, isHere }) => (
            <Link key={href} href={href} aria-current={isHere(path) ? 'page' : false}>
              {label}
              {href === ALERTS && <OpenCount />}
            </Link>
          ))}
        </nav>
        <div className="frame-tools">
          {mayStop && (
            <Link href="/holds" className="button danger stop-link">
              Stop
            </Link>
          )}
          <LiveBadge />
          <CurlMenu />
          <ThemeButton />
          <AccountMenu />
        </div>
      </header>
      <UnheardBar />
      <HoldBar />
      <main id="content" className={isUnheard ? 'content is-unheard' : 'content'} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** For how much alerts are firing now. */
function OpenCount() {
  const { data = [] } = useAlerts();
  const count = data.reduce((sum, { firingCount }) => sum + firingCount, 0);
  if (count === 0) return null;
  return (
    <span className="open-count">
      {count.toLocaleString('en')} <span className="visually-hidden">open</span>
    </span>
  );
}
