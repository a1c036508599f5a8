import { useMutationState } from '@tanstack/react-query';
import { Pending } from '../shell/outcome.tsx';
import { useNow } from '../shell/use-now.ts';

const SENT = ' to what was sent from another view';

/** Over every view: what is still sent again, though its own view was left. */
export function ActsOutOfView() {
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
