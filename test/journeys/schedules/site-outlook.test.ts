import { beforeAll, describe, expect, it } from 'vitest';
import { serveTests } from '../../support/service/serve-tests.ts';

const WINDOW = ['--from', '2030-01-01T00:00:00Z', '--to', '2030-01-01T02:00:00Z'];

describe('what the command line says about a site', () => {
  const serving = serveTests();
  const run = (...words: readonly string[]) => serving.run('site', ...words);
  let siteId: string;

  beforeAll(async () => {
    const { operator } = serving;
    siteId = await operator.addSite('Nordhafen');
    const during = { startAt: '2030-01-01T01:00:00Z', endAt: '2030-01-01T02:00:00Z' };
    const { status } = await operator.postSchedules(siteId, [
      { asset: 'grid', type: 'activePowerkW', entries: [{ ...during, value: 500 }] },
      { asset: 'grid', type: 'upperLimitkW', entries: [{ ...during, value: 400 }] },
    ]);
    expect(status).toBe(201);
  });

  it('is its plan, in sentences or as the answer of the service', async () => {
    const said = await run('plan', 'Nordhafen', ...WINDOW);
    expect(said).toMatchObject({ code: 0, error: '' });
    expect(said.out).toContain(
      '2030-01-01 01:00 to 02:00: 400 kW. The setpoint is 500 kW; the upper limit subtracts 100 kW, which makes 400 kW.\n' +
        '    Note: the setpoint is missed by 100 kW.',
    );
    expect(said.out).toContain("2030-01-01 00:00 to 01:00: the site's own operation, unbounded.");
    expect(JSON.parse((await run('plan', siteId, ...WINDOW, '--json')).out)).toMatchObject({ siteId, version: 1 });
  });

  it('is how much more fits, told once for all intervals that say the same', async () => {
    const said = await run('headroom', 'Nordhafen', '--from', '2030-01-01T00:00:00Z', '--to', '2030-01-01T04:00:00Z');
    expect(said).toMatchObject({ code: 0, error: '' });
    expect(said.out.match(/^2030.*$/gm)).toEqual([
      '2030-01-01 00:00 to 01:00',
      '2030-01-01 01:00 to 02:00',
      '2030-01-01 02:00 to 04:00',
    ]);
    expect(said.out).toContain('\n  aFRR import:   0 kW, limited by the upper limit\n');
    expect(said.out).toContain('\n  setpoint up:   there is no setpoint\n');
    const hours = JSON.parse((await run('headroom', siteId, ...WINDOW, '--resolution', '60', '--json')).out) as {
      intervals: unknown[];
    };
    expect(hours.intervals).toHaveLength(2);
  });

  it('is what it did of what was planned, as far as that is known', async () => {
    const none = await run('following', 'Nordhafen', ...WINDOW);
    expect(none.out).toContain('No setpoint and no limit began in that time.');
    const hour = 3_600_000;
    const instant = (atMs: number) => new Date(atMs).toISOString();
    const present = { startAt: instant(Date.now() - hour), endAt: instant(Date.now() + hour), value: 5 };
    await serving.operator.postSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries: [present] }]);
    const said = await run('following', siteId, '--from', instant(Date.now() - 2 * hour));
    expect(said).toMatchObject({ code: 0, error: '' });
    expect(said.out).toMatch(
      /\nStorage\n {2}\S+ \S+ to .+, 5 kW(?:: too early to judge|, of the entry from .+: unknown\. Measured for 0 % of the time)\.\n$/,
    );
  });

  it('is a sentence when it cannot be said', async () => {
    const noon = await run('plan', siteId, '--from', 'noon');
    expect([noon.code, noon.error]).toEqual([2, expect.stringContaining('It must be a time, such as 2030-01-01')]);
    const nobody = await run('plan', 'Südhafen', ...WINDOW);
    expect([nobody.code, nobody.error]).toEqual([1, expect.stringContaining('There is no site "Südhafen"')]);
  });
});
