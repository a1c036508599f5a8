import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { OpenCount } from './open-count.tsx';
import { ALERTS_PATH, usePlaces } from './use-places.ts';

/** At the bottom of a phone: what is needed most, and the way to stop. */
export function ThumbBar() {
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
