import type { PoolSignal } from '@setpoint/contract';
import { reasonText } from './because-text.ts';
import { missingText } from './missing-text.ts';

/** What nobody can give, and why; nothing where nothing is missing. */
export function Shortfall({ signal: { shortfallkW, reasons } }: { readonly signal: PoolSignal }) {
  const missing = missingText(shortfallkW);
  if (missing === null) return null;
  return (
    <section className="notice notice-bad" aria-label="Shortfall">
      <p>
        <strong>Short by {missing}: the members cannot give all that is asked for.</strong>
      </p>
      <ul className="pool-reasons">
        {reasons.map((reason) => (
          <li key={reason.because}>{reasonText(reason)}</li>
        ))}
      </ul>
    </section>
  );
}
