import { beforeAll, describe, expect, it } from 'vitest';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { serveTests } from '../../support/service/serve-tests.ts';

describe('the command line shows', () => {
  const serving = serveTests();
  const run = (...argv: readonly string[]) => serving.run(...argv);
  const json = async (...argv: readonly string[]) => {
    const { code, out, error } = await run(...argv, '--json');
    expect({ argv, code, error }).toEqual({ argv, code: 0, error: '' });
    return JSON.parse(out) as Record<string, unknown>;
  };

  beforeAll(async () => {
    for (const name of ['Nordhafen 1', 'Nordhafen 2', 'Brewery']) {
      await json('site', 'add', name, '--time-zone', 'Europe/Berlin');
    }
    await json('pool', 'add', 'North', '--service', 'afrr');
  });

  it('a site by the beginning of its name, and says which one that is', async () => {
    const { code, out, error } = await run('site', 'show', 'brew');
    expect({ code, error }).toEqual({ code: 0, error: expect.stringMatching(/^"brew" is the site Brewery \(/) });
    expect(out).toContain('offline, never reported');
    await expect(json('site', 'show', 'brew')).resolves.toMatchObject({
      siteName: 'Brewery',
      overview: { running: [] },
      delivery: { state: 'unreachable' },
      devices: null,
    });
  });

  it('the service, its nodes and its pools', async () => {
    await expect(json('status')).resolves.toMatchObject({
      status: { store: 'sqlite', isWritable: true },
      nodes: { total: 1, serving: 1 },
      sites: { total: 3, online: 0 },
    });
    const { out } = await run('status');
    expect(out).toContain('1 of 1 serving');
    expect(out).toMatch(/^ +MQTT +0 controllers, 0 of \d+ connections$/m);
    await expect(json('node', 'list')).resolves.toMatchObject({ nodes: [{ state: 'serving' }] });
    expect((await run('node', 'list')).out).toMatch(/^NODE ID .*\n.*serving, chosen/);
    await expect(json('pool', 'show', 'nor')).resolves.toMatchObject({ poolName: 'North', seat: null, signal: null });
    expect((await run('pool', 'show', 'North')).out).toContain('1h');
  });

  it('what was measured, and what was set by whom', async () => {
    expect((await run('site', 'measurements', 'Brewery')).out).toMatch(/^Nothing was measured from /);
    expect((await run('site', 'measurements', 'Brewery', '--csv')).out).toBe('startAt,endAt,asset,activePowerkW,soc\n');
    expect((await run('site', 'history', 'Brewery')).out).toBe('Nothing has been set on this site yet.\n');
    await expect(json('site', 'history', 'Brewery')).resolves.toMatchObject({ batches: [] });
  });

  it('that the environment is fine, or that its database cannot be reached', async () => {
    const fine = await runSetpoint(['config', 'check'], { SETPOINT_DATA_DIR: serving.folder });
    expect(fine).toMatchObject({ code: 0, out: expect.stringMatching(/^No problem: /) });
    // The service runs on it meanwhile.
    expect(fine.out).toMatch(/^The store is .+, last used by release .+\. Its schema is up to date \(\d{4}-.+\)\.$/m);
    const elsewhere = { DATABASE_URL: 'postgres://setpoint:hidden@127.0.0.1:1/setpoint' };
    const unreachable = await runSetpoint(['config', 'check'], elsewhere);
    expect(unreachable).toMatchObject({ code: 78, error: expect.stringMatching(/DATABASE_URL: .+ECONNREFUSED/) });
    expect(unreachable.error).not.toContain('hidden');
  });

  it('times that were understood, in the time zone of the site', async () => {
    await json('client', 'add', 'Desk');
    const { out } = await run('grant', 'Desk', '--site', 'Brewery', '--can', 'read', '--until', '2099-01-01');
    expect(out).toContain('until 2098-12-31T23:00:00.000Z');
  });

  it('that a name is there already', async () => {
    const { error } = await run('site', 'add', 'Brewery');
    expect(error).toMatch(/^Another site is called "Brewery", too: [\da-f-]{36}\. Name each by its id\.\n$/);
    const client = await run('client', 'add', 'Desk');
    expect(client.error).toMatch(/^Another client is called "Desk", too: /);
  });
});
