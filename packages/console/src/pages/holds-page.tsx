import { Holds } from '../holds/holds.tsx';

/** The emergency stop, and all that is held. */
export function HoldsPage() {
  return (
    <>
      <h1 className="visually-hidden">Holds</h1>
      <Holds />
    </>
  );
}
