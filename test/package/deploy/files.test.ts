import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const ALERTS = 'deploy/prometheus/setpoint-alerts.yaml';
const DASHBOARD = 'deploy/grafana/setpoint.json';
// Figures of a histogram are sampled under these names.
const PARTS = /_(?:bucket|sum|count)$/;

it('the alerts and the dashboard name only figures that a running service has', async () => {
  await using folder = await makeTempDir();
  await using service = await startService({
    dataDir: folder.path,
    env: {
      SETPOINT_BACKUP_DIR: `${folder.path}/backups`,
    },
  });
  const opsUrl = /operations +(\S+)/.exec(service.output())?.[1];
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  const known = new Set([...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name));
  const isKnown = (name: string) => known.has(name) || (PARTS.test(name) && known.has(name.replace(PARTS, '')));
  for (const file of [ALERTS, DASHBOARD]) {
    const named = namesIn(file);
    expect(named.length).toBeGreaterThan(10);
    expect([file, named.filter((name) => !isKnown(name))]).toEqual([file, []]);
  }
});

it('the chart has the very alerts', () => {
  expect(readFileSync('deploy/helm/setpoint/alerts.yaml', 'utf8')).toBe(readFileSync(ALERTS, 'utf8'));
});

it('the manifests have the very alerts, about their own nodes', () => {
  const scope = 'namespace="setpoint",job="setpoint-operations"';
  const scoped = (line: string) =>
    line
      .replaceAll(/job=~"[^"]*"/g, '')
      .replaceAll(/(setpoint_[a-z0-9_]+)(?![a-z0-9_{])/g, '$1{}')
      .replaceAll('{', `{${scope},`)
      .replaceAll(',}', '}');
  const rules = readFileSync(ALERTS, 'utf8').trim().split('\n');
  const expected = rules.map((line) => `  ${line.includes('expr: ') ? scoped(line) : line}`).join('\n');
  expect(readFileSync('deploy/kubernetes/postgresql.yaml', 'utf8')).toContain(expected);
});

it('each panel of the dashboard asks something, and none covers another', () => {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { type: string; targets?: { expr: string }[]; gridPos: { x: number; y: number; w: number; h: number } }[];
  };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  const asking = panels.filter(({ type }) => type !== 'row');
  expect(asking.every(({ targets = [] }) => targets.length > 0 && targets.every(({ expr }) => expr !== ''))).toBe(true);
});

function namesIn(file: string): string[] {
  return [...new Set(readFileSync(file, 'utf8').match(/\bsetpoint_\w+/g))];
}
