import { describe, expect, it } from 'vitest';
import { clock, drawCommands } from '../../testing/draw-commands.ts';
import { issuesOf, type PlanIssue } from './issues-of.ts';
import { newIssues } from './new-issues.ts';
import { resolvePlan } from './resolve-plan.ts';

const RATED = { lower: -1_000, upper: 1_000 };
const WINDOW = { fromMs: clock('00'), toMs: clock('24') };

function issues(picture: string): PlanIssue[] {
  const ratings = { grid: RATED, bess: RATED, solar: RATED };
  return issuesOf(resolvePlan({ commands: drawCommands(picture), ratings, window: WINDOW, stored: null }), WINDOW.toMs);
}

function drawn(found: readonly PlanIssue[]): string[] {
  const hour = (ms: number) => (ms - WINDOW.fromMs) / 3_600_000;
  return found.map(
    ({ asset, code, fromMs, toMs, amount }) => `${asset} ${code} ${hour(fromMs)}-${hour(toMs)} ${amount}`,
  );
}

const news = (before: string, after: string) => drawn(newIssues(issues(before), issues(after)));

describe('the issues of a plan', () => {
  const LIMITED = 'grid upperLimitkW | 00-08 100';

  it('are told as stretches with the largest amount in each', () => {
    const picture = `${LIMITED}\n grid activePowerkW | 01-02 150, 02-03 300, 04-05 200`;
    expect(drawn(issues(picture))).toEqual(['grid setpoint_clamped 1-3 200', 'grid setpoint_clamped 4-5 100']);
  });

  it('are new where the plan before had not the same', () => {
    const before = `${LIMITED}\n grid activePowerkW | 01-02 150, 04-05 50`;
    expect(news(before, before)).toEqual([]);
    expect(news(LIMITED, before)).toEqual(['grid setpoint_clamped 1-2 50']);
    expect(news(before, `${LIMITED}\n grid activePowerkW | 01-02 150, 04-05 150`)).toEqual([
      'grid setpoint_clamped 4-5 50',
    ]);
    expect(news(before, `${LIMITED}\n grid activePowerkW | 00-06 150`)).toEqual([
      'grid setpoint_clamped 0-1 50',
      'grid setpoint_clamped 2-6 50',
    ]);
    expect(news(before, `${LIMITED}\n grid activePowerkW | 01-02 150\n grid fcrImportkW | 01-02 1`)).toEqual([
      'grid headroom_import 1-2 1',
    ]);
  });

  it('are the same still when they last a little longer', () => {
    const before = `${LIMITED}\n grid activePowerkW | 01-02 150`;
    expect(news(before, `${LIMITED}\n grid activePowerkW | 00:50-02:14 150`)).toEqual([]);
    expect(news(before, `${LIMITED}\n grid activePowerkW | 01-02:15 150`)).toEqual(['grid setpoint_clamped 2-2.25 50']);
    expect(news(before, `${LIMITED}\n grid activePowerkW | 01-02 150, 03-03:01 150`)).toHaveLength(1);
  });
});
