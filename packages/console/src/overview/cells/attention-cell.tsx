import { useNow } from '../../shell/use-now.ts';
import { attentionOf } from '../../sites/attention.ts';
import { reasonSign } from '../../sites/reason-sign.ts';
import { shortIssueText } from '../../words/issue-text.ts';
import type { CellProps } from '../column.ts';

export function AttentionCell({ site }: CellProps) {
  const now = useNow();
  const attention = attentionOf(site, now);
  if (attention.length === 0) return <span className="muted">–</span>;
  const texts = site.issues.filter(({ code }) => code !== 'held').map(({ code }) => shortIssueText(code));
  const own = attention.filter(({ reason }) => reason !== 'issue').map(({ text }) => text);
  const [first] = attention;
  return (
    <span
      className="two-lines attention-text"
      data-reason={first?.reason}
      title={attention.map(({ text }) => text).join('\n')}
    >
      <span aria-hidden="true">{first === undefined ? '' : reasonSign(first.reason)} </span>
      {[...own, ...texts].join('; ')}
    </span>
  );
}
