import { expect, it } from 'vitest';
import { tellFleet } from './tell-fleet.ts';

function toldFleet() {
  const said: string[] = [];
  const trouble = { count: 0, last: '' };
  const figures = { connected: 0, reports: 0, snapshots: 0, lagP50Ms: null, lagP99Ms: null };
  let nowMs = 0;
  const look = tellFleet({
    sites: 2,
    fleet: { figures: () => ({ ...figures }) },
    trouble,
    shell: { writeError: (text) => said.push(text), progress: (line) => said.push(`over: ${line}`) },
    now: () => nowMs,
  });
  const second = (): string[] => {
    nowMs += 1_000;
    look();
    return said.splice(0);
  };
  return { second, figures, trouble };
}

it('what stays is said once: that all controllers are connected', () => {
  const { second, figures } = toldFleet();
  figures.connected = 1;
  expect(second()).toEqual(['over: connected 1 of 2 · 0 reports/s · 0 snapshots · no lag yet']);
  figures.connected = 2;
  const line = 'over: connected 2 of 2 · 0 reports/s · 0 snapshots · no lag yet';
  expect(second()).toEqual(['2 controllers are connected.\n', line]);
  expect(second()).toEqual([line]);
  Object.assign(figures, { connected: 0, reports: 1_030, lagP50Ms: 4, lagP99Ms: 31 });
  const late = '0 snapshots · lag p50 4 ms, p99 31 ms';
  expect(second()).toEqual([`over: connected 0 of 2 · 1,030 reports/s · ${late}`]);
  Object.assign(figures, { connected: 2, reports: 1_040 });
  expect(second()).toEqual([`over: connected 2 of 2 · 10 reports/s · ${late}`]);
});

it('the failures of a second are one line, with their number and the latest', () => {
  const { second, trouble } = toldFleet();
  Object.assign(trouble, { count: 3, last: 'site-a: closed' });
  expect(second()[0]).toBe('3 failures, the latest: site-a: closed\n');
  Object.assign(trouble, { count: 4, last: 'site-b: closed' });
  expect(second()[0]).toBe('1 failure, the latest: site-b: closed\n');
  expect(second()).toHaveLength(1);
});
