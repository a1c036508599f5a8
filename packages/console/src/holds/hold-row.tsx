import type { Hold } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { HoldProgress } from './hold-progress.tsx';
import { HoldRelease } from './hold-release.tsx';
import { useDoerText } from './use-doer-text.ts';
import { useHoldTitle } from './use-hold-title.ts';

export interface HoldRowProps {
  readonly hold: Hold;
  /** The site whose view shows the hold. A hold on more than that is released where all of it is shown. */
  readonly siteId?: string;
}

/** A hold: what it covers, who made it and why, who has confirmed, and a button to release it. */
export function HoldRow({ hold, siteId }: HoldRowProps) {
  const title = useHoldTitle(hold);
  const isWider = siteId !== undefined && siteId !== hold.siteId;
  return (
    <li className="notice notice-warn hold">
      <div className="line spread">
        <span>
          <b>
            ‖ Held: <bdi>{title}</bdi>
          </b>
          , <MadeBy hold={hold} />
        </span>
        {isWider && <Link href="/health">The whole hold</Link>}
        {!isWider && <HoldRelease hold={hold} />}
      </div>
      <HoldProgress hold={hold} />
    </li>
  );
}

function MadeBy({ hold: { actor, isOperators, createdAt, reason } }: { readonly hold: Hold }) {
  const now = useNow();
  const doer = useDoerText()(actor);
  return (
    <>
      {agoText(now - Date.parse(createdAt))} by <bdi>{doer}</bdi>
      {isOperators && doer !== 'you' && ', an operator'}
      {reason !== null && <q>{reason}</q>}
    </>
  );
}
