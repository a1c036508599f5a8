import { beforeAll, describe, expect, it } from 'vitest';
import { serveTests } from '../../support/service/serve-tests.ts';

const HEAD = 'asset,type,startAt,endAt,value';

describe('the command line sets', () => {
  const serving = serveTests();
  const run = (...argv: readonly string[]) => serving.run(...argv);
  const schedule = async (site: string) => (await run('schedule', 'show', site)).out.trim().split('\n');

  beforeAll(async () => {
    await run('site', 'add', 'Nordhafen', '--time-zone', 'Europe/Berlin');
    await run('site', 'add', 'Südhafen');
    await run('client', 'add', 'Desk');
    await run('pool', 'add', 'North', '--service', 'afrr');
  });

  it('one value for a time, and keeps what is set at other times', async () => {
    const set = (value: string, from: string, to: string) =>
      run('schedule', 'set', 'Nordhafen', 'grid.activePowerkW', value, '--from', from, '--to', to);
    const first = await set('500', '2099-01-01', '2099-01-01 12:00');
    expect(first).toMatchObject({ code: 0, error: '' });
    expect(first.out).toBe(
      'Set grid.activePowerkW to 500 kW, 2099-01-01 00:00 to 12:00 Europe/Berlin. The schedule is at version 1.\n',
    );
    await set('-250', '2099-01-01 06:00', '2099-01-01 08:00');
    await expect(schedule('Nordhafen')).resolves.toEqual([
      HEAD,
      'grid,activePowerkW,2098-12-31T23:00:00.000Z,2099-01-01T05:00:00.000Z,500',
      'grid,activePowerkW,2099-01-01T05:00:00.000Z,2099-01-01T07:00:00.000Z,-250',
      'grid,activePowerkW,2099-01-01T07:00:00.000Z,2099-01-01T11:00:00.000Z,500',
    ]);
  });

  it('nothing with --check, and says whether it would be taken', async () => {
    const check = await run('schedule', 'set', 'Südhafen', 'bess.activePowerkW', '5', '--for', '2h', '--check');
    expect(check.out).toMatch(/^Nothing is set yet\. This would be accepted: bess\.activePowerkW to 5 kW, /);
    await expect(schedule('Südhafen')).resolves.toEqual([HEAD]);
  });

  it('nothing any more where it clears, and only when that is confirmed', async () => {
    const clear = ['schedule', 'clear', 'Nordhafen', '--from', '2099-01-01 06:00', '--to', '2099-01-01 08:00'];
    const unsure = await run(...clear);
    expect(unsure).toMatchObject({ code: 1, out: '', error: expect.stringContaining('--yes') });
    const sure = await run(...clear, '--yes');
    expect(sure.out).toMatch(
      /^Cleared 1 entry of grid\.activePowerkW on Nordhafen, 2099-01-01 06:00 to 08:00 Europe\/Berlin\. /,
    );
    await expect(schedule('Nordhafen')).resolves.toHaveLength(3);
    expect((await run(...clear, '--yes')).out).toBe('Nothing is set on Nordhafen in that time.\n');
  });

  it('no hold in a dry run, and says how many sites there are', async () => {
    const dry = async (...argv: readonly string[]) => (await run('hold', ...argv, '--dry-run')).out;
    await expect(dry('--all')).resolves.toBe('This would hold 2 sites. Nothing is held: this was a dry run.\n');
    await expect(dry('--site', 'nord')).resolves.toMatch(/^This would hold 1 site\. /);
    await expect(dry('--pool', 'North')).resolves.toMatch(/^This would hold 0 sites\. /);
    await expect(dry('--client', 'Desk')).resolves.toMatch(/^This would hold at most 0 sites, those that /);
    expect((await run('hold', 'list')).out).toBe('Nothing is held.\n');
  });

  it('a problem apart that somebody takes care of, until it is taken back', async () => {
    const acknowledge = (...argv: readonly string[]) => run('site', 'acknowledge', 'nord', ...argv);
    const made = await acknowledge('trouble:clock_off', '2h', '--note', 'the installer is on the way');
    expect(made.out).toMatch(/^trouble:clock_off at Nordhafen is acknowledged until \S+Z\.\n$/);
    const listed = (await run('site', 'acknowledged')).out.split('\n');
    expect(listed[1]).toMatch(/^Nordhafen +trouble:clock_off +\S+Z +operator +the installer is on the way$/);
    const wrong = await acknowledge('sleepy');
    expect([wrong.code, wrong.error]).toEqual([2, expect.stringContaining('sleepy')]);
    const past = await acknowledge('offline', '2020-01-01');
    expect(past).toEqual({ code: 1, out: '', error: expect.stringMatching(/^TIME: is in the past\.$/m) });
    expect((await acknowledge('trouble:clock_off', 'off')).out).toBe(
      'trouble:clock_off at Nordhafen is no longer acknowledged.\n',
    );
    expect((await run('site', 'acknowledged')).out).toBe('No problem is acknowledged.\n');
  });

  it('what is given of a webhook, and nothing else', async () => {
    const { out } = await run('webhook', 'add', 'https://a.example/', '--types', 'site.online', '--json');
    const { webhookId } = JSON.parse(out) as { webhookId: string };
    const changed = async (...argv: readonly string[]) => {
      const webhook = await run('webhook', 'change', webhookId, ...argv, '--json');
      return JSON.parse(webhook.out) as unknown;
    };
    expect(await changed('--types', 'all')).toMatchObject({ url: 'https://a.example/', types: null });
    const types = ['site.online', 'site.offline'];
    expect(await changed('--types', ...types)).toMatchObject({ url: 'https://a.example/', types });
    expect(await changed('--url', 'https://b.example/')).toMatchObject({ url: 'https://b.example/', types });
  });

  it('another name and other scopes for a client, and says that its tokens end with a scope less', async () => {
    await run('client', 'add', 'Night desk');
    const more = await run(
      'client',
      'change',
      'Night',
      '--name',
      'Day desk',
      '--scope',
      'sites:read',
      'schedules:write',
      'audit:read',
    );
    expect(more.out).toMatch(
      /^Changed the client Day desk \(\S+\), with the scopes sites:read schedules:write audit:read\.\n$/,
    );
    const less = await run('client', 'change', 'Day', '--scope', 'sites:read');
    expect(less.out).toMatch(
      /scopes sites:read\. Its tokens, sessions and sign-in links have ended; its secrets stay valid\.\n$/,
    );
    const none = await run('client', 'change', 'Day desk');
    expect(none).toMatchObject({ code: 1, error: expect.stringContaining('Say what to change: --name, --scope.') });
    expect((await run('audit', 'list', '--about', '00000000-0000-4000-8000-000000000000')).code).toBe(0);
    expect(await run('audit', 'list', '--about', 'Day desk')).toMatchObject({
      code: 1,
      error: '--about: must be a UUID.\n',
    });
  });

  it('a client and a pool away by their whole name, where there is nobody to ask', async () => {
    expect(await run('client', 'remove', 'Desk')).toMatchObject({ code: 0, error: '' });
    expect(await run('pool', 'remove', 'North', '--yes')).toMatchObject({ code: 0, error: '' });
  });
});
