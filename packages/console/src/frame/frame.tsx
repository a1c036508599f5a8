import './frame.css';
import { type ReactNode, useState } from 'react';
import { Button, Link, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useLocation } from 'wouter';
import { CurlMenu } from './curl-menu.tsx';
import { HoldBar } from '../holds/hold-bar.tsx';
import { useSession } from '../session/session.tsx';
import { useHeard } from '../session/use-heard.ts';
import { GoTo } from './palette/go-to.tsx';
import { useFocusOnView } from './use-focus-on-view.ts';
import { ALERTS_PATH, usePlaces } from './use-places.ts';
import { useFeed, useSites } from '../sites/fleet-feed.tsx';
import { durationText } from '../words/ago-text.ts';
import { useMutationState } from '@tanstack/react-query';
import { Pending } from '../shell/outcome.tsx';
import { useNow } from '../shell/use-now.ts';
import { applyTheme, nextTheme, storedTheme, type Theme } from './theme.ts';
import { commonZone } from '../sites/common-zone.ts';
import { exactWhenText, zoneText } from '../words/when-text.ts';
import { signOut } from '../session/sign-out.ts';
import { useAlerts } from '../alerts/use-alerts.ts';
import { countOf } from '../words/count-text.ts';

const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };
const NAMES: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const turn = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Button className="icon-button" onPress={turn} aria-label={`Colours: ${NAMES[theme]}. Change them`}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </Button>
  );
}

const SENT = ' to what was sent from another view';

/** Over every view: what is still sent again, though its own view was left. */
function ActsOutOfView() {
  useNow();
  const pending = useMutationState({ filters: { status: 'pending' }, select: (mutation) => mutation });
  const acts = pending.filter(({ meta }) => meta?.repeats?.isInView === false);
  if (acts.length === 0) return null;
  return (
    <section className="frame-bar" aria-label="Not answered yet">
      {acts.map(({ mutationId, state: { submittedAt }, meta }) => (
        <Pending key={mutationId} act={{ submittedAt, repeats: meta?.repeats }} to={SENT} />
      ))}
    </section>
  );
}

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

/** Whether the page is up to date: whether the service is heard. */
function LiveBadge() {
  const { failure } = useFeed();
  const { silentMs, isUnheard } = useHeard();
  const isStale = failure !== undefined || isUnheard;
  return (
    <span className={isStale ? 'live live-stale' : 'live'} role="status">
      <span aria-hidden="true" className="live-dot" />
      {isStale ? `${isUnheard ? 'Not heard' : 'Not read'} for ${durationText(silentMs)}` : 'Live'}
    </span>
  );
}

/** Says over every view that the service is not heard, and since when. */
function UnheardBar() {
  const { heardAt, silentMs, isUnheard } = useHeard();
  const timeZone = commonZone(useSites());
  if (!isUnheard) return null;
  const since = exactWhenText(heardAt, { timeZone, now: heardAt + silentMs });
  const zone = zoneText(heardAt, timeZone);
  return (
    <div className="frame-bar frame-bar-unheard">
      <p role="alert">
        <strong>The service is not heard.</strong>{' '}
        {`The last answer came at ${since} ${zone}; what is shown is from then, or older.`}
      </p>
      <p aria-hidden="true">{durationText(silentMs)}</p>
    </div>
  );
}

/** At the bottom of a phone: what is needed most, and the way to stop. */
function ThumbBar() {
  const [path] = useLocation();
  const places = usePlaces();
  const mayStop = useSession().can('schedules:write');
  return (
    <nav className="thumb-bar" aria-label="Most used">
      {places
        .filter(({ isInBar = false }) => isInBar)
        .map(({ href, label, isHere }) => (
          <Link key={href} href={href} aria-current={isHere(path) ? 'page' : false}>
            {label}
            {href === ALERTS_PATH && <OpenCount />}
          </Link>
        ))}
      {mayStop && (
        <Link href="/holds" className="thumb-stop">
          Stop…
        </Link>
      )}
    </nav>
  );
}

/** Who is signed in, and the way out. */
function AccountMenu() {
  const { clientName, isPerson, can } = useSession();
  return (
    <MenuTrigger>
      <Button className="button quiet account">
        <span className="visually-hidden">Signed in as </span>
        <span className="account-name">
          <bdi>{clientName}</bdi>
        </span>{' '}
        {!can('schedules:write') && <span className="tag">read only</span>}
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="Account">
          <MenuItem href="/me">{isPerson ? 'My roles and sessions' : 'This client and its sessions'}</MenuItem>
          <MenuItem href="/docs/" target="_blank">
            Documentation
          </MenuItem>
          <MenuItem href="/docs/reference" target="_blank">
            Interface reference
          </MenuItem>
          <Separator />
          <MenuItem onAction={() => void signOut(false)}>Sign out</MenuItem>
          <MenuItem onAction={() => void signOut(true)}>Sign out everywhere</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** For how much alerts are firing now. */
function OpenCount() {
  const { data = [] } = useAlerts();
  const count = data.reduce((sum, { firingCount }) => sum + firingCount, 0);
  if (count === 0) return null;
  return (
    <span className="open-count">
      {countOf(count)} <span className="visually-hidden">open</span>
    </span>
  );
}
