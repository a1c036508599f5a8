import { Button } from 'react-aria-components';
import { Failure } from './failure.tsx';
import { Unanswered } from './until-answered.ts';
import type { Act } from './use-act.ts';
import { useNow } from './use-now.ts';

export interface OutcomeProps {
  readonly of: readonly Act[];
  /** What they were to do, with `was`: "the site was held". */
  readonly done: string;
  /** What to do where it is not known whether that was done. */
  readonly advice?: string;
}

const LOOK = 'The page reads anew how it is now: look before you do it again.';

/** What becomes of acts: that they are under way, were refused, or that nobody knows. */
export function Outcome({ of, done, advice = LOOK }: OutcomeProps) {
  const pending = of.find(({ isPending }) => isPending);
  if (pending !== undefined) return <Pending act={pending} />;
  const cause = of.find(({ error }) => error !== null)?.error;
  if (cause === undefined) return null;
  if (!(cause instanceof Unanswered)) return <Failure what={refusalOf(done)} cause={cause} />;
  return (
    <div ref={show} className="notice notice-bad" role="alert">
      <p>
        <strong>It is not known whether {done}:</strong> {cause.message}. {advice}
      </p>
    </div>
  );
}

export interface PendingProps {
  readonly act: Pick<Act, 'submittedAt' | 'repeats'>;
  /** What there is no answer to, where that is not beside it. */
  readonly to?: string;
}

/** That an act is under way, for how long, and a way to end its repeats. */
export function Pending({ act: { submittedAt, repeats }, to = '' }: PendingProps) {
  const seconds = Math.max(0, Math.round((useNow() - submittedAt) / 1_000));
  const isLong = seconds >= LONG_SECONDS;
  return (
    <div key={String(isLong)} ref={show} className={isLong ? 'notice notice-warn' : 'muted'}>
      <p>
        <b role="status">{isLong ? `No answer yet${to}` : 'Sending'}</b>, {seconds} s.
        {isLong && repeats !== undefined && ` It is sent again until an answer comes; tried ${repeats.count} times.`}
      </p>
      {isLong && repeats !== undefined && (
        <Button className="button" onPress={() => repeats.cancel()}>
          Cancel
        </Button>
      )}
    </div>
  );
}

const LONG_SECONDS = 3;

/** The button that was pressed may be the last thing that fits on the screen. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function refusalOf(done: string): string {
  const text = done.replace(' was ', ' was not ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
