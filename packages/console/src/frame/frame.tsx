import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { AccountMenu } from './account-menu.tsx';
import { CurlMenu } from './curl-menu.tsx';
import { LiveBadge } from './live-badge.tsx';
import { ThemeButton } from './theme-button.tsx';
import './frame.css';

interface Place {
  readonly href: string;
  readonly label: string;
  readonly isHere: (path: string) => boolean;
}

const PLACES: readonly Place[] = [
  { href: '/', label: 'Fleet', isHere: (path) => path === '/' || path.startsWith('/sites') },
  { href: '/pools', label: 'Pools', isHere: (path) => path.startsWith('/pools') },
  { href: '/headroom', label: 'Headroom', isHere: (path) => path.startsWith('/headroom') },
  { href: '/registry', label: 'Registry', isHere: (path) => path.startsWith('/registry') },
  { href: '/health', label: 'Health and holds', isHere: (path) => path.startsWith('/health') },
];

/** What stands around every view. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
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
          {PLACES.map(({ href, label, isHere }) => (
            <Link key={href} href={href} aria-current={isHere(path) ? 'page' : false}>
              {label}
            </Link>
          ))}
        </nav>
        <div className="frame-tools">
          <LiveBadge />
          <CurlMenu />
          <ThemeButton />
          <AccountMenu />
        </div>
      </header>
      <main id="content" className="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
