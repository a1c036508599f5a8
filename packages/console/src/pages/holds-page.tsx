import { Holds } from '../holds/holds.tsx';
import { useTitle } from '../shell/use-title.ts';

/** The emergency stop, and all that is held. */
export function HoldsPage() {
  useTitle('Holds');
  return (
    <>
      <h1 className="visually-hidden">Holds</h1>
      <Holds />
    </>
  );
}
