import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useAllPools } from '../pools/use-pools.ts';
import { useSession } from '../session/session.tsx';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { tourSteps } from './tour-steps.ts';
import './tour.css';

const KEY = 'setpoint-tour';
const ENDED = 'ended';

/** In the demonstration alone, until it is ended: a strip that leads through the views. */
export function Tour() {
  const { isOfDemonstration } = useSession();
  const [isEnded, setEnded] = useState(() => localStorage.getItem(KEY) === ENDED);
  if (!isOfDemonstration || isEnded) return null;
  const end = () => {
    localStorage.setItem(KEY, ENDED);
    setEnded(true);
  };
  return <Strip onEnd={end} />;
}

function Strip({ onEnd }: { readonly onEnd: () => void }) {
  const [path, navigate] = useLocation();
  const sites = useSites();
  const { data: pools = [] } = useAllPools();
  const isNarrow = useIsNarrow();
  const isTapped = isNarrow || window.matchMedia('(pointer: coarse)').matches;
  const steps = tourSteps({ siteId: sites[0]?.siteId, poolId: pools[0]?.poolId, isTapped });
  const at = steps.findIndex(({ href }) => href === path);
  const [latest, setLatest] = useState(0);
  if (at >= 0 && at !== latest) setLatest(at);
  const step = steps[at];
  const next = steps[latest + 1];
  return (
    <aside className="tour" aria-label="Tour">
      <p>
        {step === undefined ? (
          'Look around: the tour goes on when you do.'
        ) : (
          <>
            <strong>{`${at + 1} of ${steps.length}: ${step.title}.`}</strong> {step.text}
          </>
        )}
      </p>
      <div className="actions">
        {next !== undefined && (
          <Button className="button" onPress={() => navigate(next.href)}>
            Next place
          </Button>
        )}
        <Button className="button" onPress={onEnd}>
          End the tour
        </Button>
      </div>
    </aside>
  );
}
