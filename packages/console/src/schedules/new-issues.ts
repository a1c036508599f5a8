import type { PlanSegment } from '@setpoint/contract';

export interface NewIssue {
  readonly code: string;
  /** From the start of its first segment to the end of its last. */
  readonly fromMs: number;
  readonly toMs: number;
}

type Plans = Readonly<Record<'grid' | 'bess' | 'solar', readonly PlanSegment[]>>;

/** The issues that a plan has and the one before had not, by start. */
export function newIssues(before: Plans, after: Plans): NewIssue[] {
  const known = extentsOf(before);
  const found = [...extentsOf(after).values()].filter(({ code }) => !known.has(code));
  return found.sort((one, other) => one.fromMs - other.fromMs);
}

function extentsOf({ grid, bess, solar }: Plans): ReadonlyMap<string, NewIssue> {
  const extents = new Map<string, NewIssue>();
  for (const { from, to, issues } of [...grid, ...bess, ...solar]) {
    for (const { code } of issues) {
      const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
      const other = extents.get(code);
      extents.set(code, {
        code,
        fromMs: Math.min(fromMs, other?.fromMs ?? fromMs),
        toMs: Math.max(toMs, other?.toMs ?? toMs),
      });
    }
  }
  return extents;
}
