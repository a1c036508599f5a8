import { useNow } from '../../shell/use-now.ts';
import { attentionOf } from '../../sites/attention.ts';
import { reasonSign } from '../../sites/reason-sign.ts';
import { shortProblem } from '../../words/with-problem.ts';
import type { CellProps } from '../column.ts';

export function AttentionCell({ site }: CellProps) {
  const now = useNow();
  const attention = attentionOf(site, now);
  if (attention.length === 0) return <span className="muted">–</span>;
  const own = attention.filter(({ kind }) => kind !== 'issue').map(({ text }) => text);
  const issues = attention.filter(({ kind }) => kind === 'issue').map(({ code }) => shortProblem(code));
  const [first] = attention;
  return (
    <span
      className="two-lines attention-text"
      data-reason={first?.kind}
      title={attention.map(({ text }) => text).join('\n')}
    >
      <span aria-hidden="true">{first === undefined ? '' : reasonSign(first.kind)} </span>
      {[...own, ...issues].join('; ')}
    </span>
  );
}
