import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { ActsOutOfView } from './acts-out-of-view.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CurlMenu } from './curl-menu.tsx';
import { LiveBadge } from './live-badge.tsx';
import { HoldBar } from '../holds/hold-bar.tsx';
import { useSession } from '../session/session.tsx';
import { useHeard } from '../session/use-heard.ts';
import { GoTo } from './palette/go-to.tsx';
import { OpenCount } from './open-count.tsx';
import { useFocusOnView } from './use-focus-on-view.ts';
import { ALERTS_PATH, usePlaces } from './use-places.ts';
import { ThemeButton } from './theme-button.tsx';
import { ThumbBar } from './thumb-bar.tsx';
import { UnheardBar } from './unheard-bar.tsx';
import './frame.css';

/** What stands around every view. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const { isUnheard } = useHeard();
  const mayStop = useSession().can('schedules:write');
  const places = usePlaces();
  useFocusOnView(path);
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
          {places.map(({ href, label, isHere, isInBar = false }) => (
            <Link
              key={href}
              href={href}
              aria-current={isHere(path) ? 'page' : false}
              className={isInBar ? 'wide-place' : ''}
            >
              {label}
              {href === ALERTS_PATH && <OpenCount />}
            </Link>
          ))}
        </nav>
        <div className="frame-tools">
          {mayStop && (
            <Link href="/holds" className="button danger stop-link">
              Stop…
            </Link>
          )}
          <LiveBadge />
          <GoTo />
          <CurlMenu />
          <ThemeButton />
          <AccountMenu />
        </div>
      </header>
      <UnheardBar />
      <ActsOutOfView />
      <HoldBar />
      <main id="content" className={isUnheard ? 'content is-unheard' : 'content'} tabIndex={-1}>
        {children}
      </main>
      <ThumbBar />
    </>
  );
}
