import { useAlerts } from '../alerts/use-alerts.ts';
import { countOf } from '../words/count-text.ts';

/** For how much alerts are firing now. */
export function OpenCount() {
  const { data = [] } = useAlerts();
  const count = data.reduce((sum, { firingCount }) => sum + firingCount, 0);
  if (count === 0) return null;
  return (
    <span className="open-count">
      {countOf(count)} <span className="visually-hidden">open</span>
    </span>
  );
}
