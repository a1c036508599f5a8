import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../packages/server/src/testing/create-test-database.ts';
import { startService } from './harness/start-service.ts';
import { PROGRAM } from './program.ts';
import { collect } from './run-setpoint.ts';

const hasTools = ['curl', 'jq', 'bash'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

interface Followed {
  readonly page: string;
  /** What it says when somebody follows it from its top to its end. */
  readonly says: readonly (string | RegExp)[];
  /** Of a page for a service over PostgreSQL. */
  readonly isOverPostgres?: boolean;
}

const PAGES: readonly Followed[] = [
  {
    page: 'first-day-trader',
    says: ['"siteName": "Nordhafen 1"', '"accepted": 1', /600.*500/, /The plan of Nordhafen 1/],
  },
  { page: 'first-day-controller', says: [/"state": "partial"/, /"code": "asset_missing"/, 'Vendor test'] },
  { page: 'onboard-sites', says: ['Seewiese'] },
  { page: 'rotate-keys', says: [/controller key/, /Revoked/i, 'signing'] },
  { page: 'share-a-site', says: ['it oscillates'] },
  {
    page: 'moving-from-scripts',
    says: [/Set: 2 entries/, /plan of Mill[^]*-120/i, /Set: 92 entries/, /bess,activePowerkW,2030-03-31T21:45/],
  },
  { page: 'restore', says: ['Wrote last.backup', /Restored 1 sites/, /SITE ID[^]*Kept/] },
  { page: 'hold-and-release', says: ['not all have stopped yet', 'a fire drill', 'Released the hold'] },
  { page: 'connect-a-provider', says: ['dispatcher', 'trading', /Ada[^]*operator/] },
  {
    page: 'pools',
    says: [
      '150 of 150 kW among 3',
      /The site was asked for 50 kW of import/,
      '200 kW are missing',
      '150 kW are missing: held (3)',
    ],
  },
  {
    page: 'add-a-node',
    isOverPostgres: true,
    says: [/Harbour/, /^a \S+ serving$/m, /^b \S+ serving$/m],
  },
  { page: 'upgrade', says: [/Wrote before-upgrade\.backup/, /Restored 0 sites/, /schema/, / serving$/m] },
  { page: 'get-alerted', says: [/Site offline[^]*offline/, 'Keys'] },
];

describe.runIf(hasTools)('a page of the docs, each block of it as it stands', () => {
  it.each(PAGES)('$page', async ({ page, says, isOverPostgres = false }) => {
    const folder = mkdtempSync(join(tmpdir(), 'setpoint-page-'));
    await using database = isOverPostgres ? await createTestDatabase() : undefined;
    const given = database === undefined ? {} : { DATABASE_URL: database.url };
    const service = await startService({
      dataDir: join(folder, 'data'),
      env: { ...given, SETPOINT_NODE_NAME: 'a' },
    });
    try {
      mkdirSync(join(folder, 'bin'));
      const shim = join(folder, 'bin/setpoint');
      writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
      chmodSync(shim, 0o755);
      const { stdout, code, stderr } = await follow(page, { folder, url: service.url, given });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      for (const one of says) expect(stdout).toMatch(one);
    } finally {
      await service.end('SIGTERM');
      rmSync(folder, { recursive: true });
    }
  });
});

interface Following {
  readonly folder: string;
  readonly url: string;
  readonly given: Readonly<Record<string, string>>;
}

async function follow(page: string, { folder, url, given }: Following) {
  const text = readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');
  // But for the port, which may be taken here.
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const script = blocks.join('\n').replaceAll('http://127.0.0.1:8080', url);
  expect(blocks.length).toBeGreaterThan(1);
  const env = { ...given, PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, HOME: folder };
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd: folder, env });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, stdout: out(), stderr: out() + error() };
}
