import { explain } from '../words/explain.ts';

const TERMS = ['FCR', 'aFRR', 'mFRR', 'setpoint'];

/** What can be sold or set, for a reader who is new to the market. */
export function KindMeanings() {
  return (
    <details className="muted">
      <summary>Meaning of the kinds</summary>
      <ul>
        {TERMS.map((term) => (
          <li key={term}>{explain(term)}</li>
        ))}
      </ul>
    </details>
  );
}
