import { LIMITS, plainNumber, type ScheduleValidation, type SiteId } from '@setpoint/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockText, MIDNIGHT, setDrawn } from '../../testing/draw-schedules.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const HEAD = 'asset,type,startAt,endAt,value\r\n';
const line = (from: string, to: string, value: number | string, pair = 'grid,activePowerkW') =>
  `${pair},${clockText(from)},${clockText(to)},${value}\r\n`;

interface Sending {
  readonly query?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const world = await worldOfTests({ clock: { now: MIDNIGHT } });

describe('schedules as CSV', () => {
  let siteId: SiteId;

  const pathOf = (end = '') => `/api/v1/fleet/sites/${siteId}/schedules${end}`;
  const send = async (payload: string | Buffer, end: string, { query = '', contentType, headers = {} }: Sending) => {
    const method = end === '' ? 'PATCH' : 'POST';
    const url = pathOf(end) + (query === '' ? '' : `?${query}`);
    const type = { 'Content-Type': contentType ?? 'text/csv' };
    const { status, text } = await world.ask(method, url, { headers: { ...type, ...headers }, body: payload });
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  };
  const splice = (payload: string | Buffer, sending: Sending = {}) => send(payload, '', sending);
  const validate = async (payload: string, sending: Sending = {}) =>
    (await send(payload, '/validate', sending)).body as unknown as ScheduleValidation;
  const tableNow = async () => (await world.ask('GET', pathOf(), { headers: { Accept: 'text/csv' } })).text;

  it('are set in the window of the file, and come back', async () => {
    siteId = await world.site();
    await setDrawn(world, siteId, 'grid activePowerkW | 00-04 1');
    const set = await splice(HEAD + line('01', '02', 2.5));
    expect(set).toMatchObject({ status: 201, body: { accepted: 1, dropped: 0 } });
    expect(await tableNow()).toBe(HEAD + line('00', '01', 1) + line('01', '02', 2.5) + line('02', '04', 1));
    const wider = { query: `from=${clockText('00')}&to=${clockText('03')}&asset=grid&type=activePowerkW` };
    expect(await splice(`startAt;endAt;value\n${clockText('01')};${clockText('02')};-3,5`, wider)).toMatchObject({
      status: 201,
    });
    expect(await tableNow()).toBe(HEAD + line('01', '02', -3.5) + line('03', '04', 1));
  });

  it('go back as they came, and change nothing', async () => {
    const entries = fc.uniqueArray(fc.nat(23), { maxLength: 12 }).map((hours) => hours.toSorted((a, b) => a - b));
    const value = fc.integer({ min: -400_000, max: 400_000 }).map((thousandths) => plainNumber(thousandths / 1_000));
    const schedule = fc.tuple(entries, value, entries, fc.nat(100));
    await fc.assert(
      fc.asyncProperty(schedule, async ([grid, power, bess, soc]) => {
        siteId = await world.site();
        const rows = [
          ...grid.map((hour) => line(String(hour), String(hour + 1), power)),
          ...bess.map((hour) => line(String(hour), String(hour + 1), soc, 'bess,optimalSocPcnt')),
        ];
        if (rows.length === 0) return;
        expect((await splice(HEAD + rows.join(''))).status).toBe(201);
        const [table, schedules] = [await tableNow(), await setNow()];
        expect(table).toBe(HEAD + rows.join(''));
        expect((await splice(table)).status).toBe(201);
        expect([await tableNow(), await setNow()]).toEqual([table, schedules]);
      }),
      { numRuns: 60 },
    );
  });

  it('of a day are in the time zone of the site where none is named', async () => {
    siteId = await world.site();
    const query = 'day=2027-03-28&resolution=60&asset=grid&type=activePowerkW';
    expect((await splice('1\n'.repeat(24), { query })).status).toBe(201);
    expect(await tableNow()).toContain('grid,activePowerkW,2027-03-28T00:00:00.000Z,2027-03-28T01:00:00.000Z,1\r\n');
    const quarters = { query: query.replace('&resolution=60', '') };
    expect(await validate('5\n'.repeat(96), quarters)).toMatchObject({ outcome: 'valid' });
  });

  it('are refused with line and column, also for what only the store knows', async () => {
    siteId = await world.site();
    const { body } = await splice(`${HEAD}\r\ngrid,activePowerkW,today,${clockText('01')},1\r\n`);
    expect(body['message']).toMatch(/^line 3, column startAt: (?!.*from:)/);
    expect(body['problems']).toMatchObject([{ place: 'line 3, column startAt', line: 3 }]);
    await setDrawn(world, siteId, 'grid afrrImportBookingkW | 00-02 200');
    const activation = `${HEAD}${line('00', '01', 1)}${line('00', '01', 300, 'grid,afrrActivationkW')}`;
    expect((await splice(activation)).body['message']).toMatch(/^line 3/);
    const checked = await validate(activation);
    expect(checked).toMatchObject({ outcome: 'invalid', problems: [{ line: 3, rule: 'activation_exceeds_booking' }] });
  });

  it('are judged by validate as by the PATCH', async () => {
    siteId = await world.site();
    const cell = fc.constantFrom('grid', 'bess', 'activePowerkW', 'optimalSocPcnt', clockText('01'), clockText('02'));
    const odd = fc.constantFrom('', '1', '1e9', 'x', '"', '2030-01-01');
    const row = fc.array(fc.oneof({ weight: 6, arbitrary: cell }, odd), { minLength: 4, maxLength: 5 });
    const good = fc.nat(9).map((hour) =>
      line(String(hour), String(hour + 1), hour)
        .trim()
        .split(','),
    );
    const text = fc
      .array(fc.oneof({ weight: 3, arbitrary: good }, row), { maxLength: 4 })
      .map((rows) => HEAD + rows.map((cells) => `${cells.join(',')}\r\n`).join(''));
    const seen = new Set<number>();
    const agreed = fc.asyncProperty(text, async (one) => {
      const before = await tableNow();
      const checked = await validate(one);
      expect(await tableNow()).toBe(before);
      const { status, body } = await splice(one);
      seen.add(status);
      expect(status).toBe(checked.outcome === 'valid' ? 201 : 400);
      if (checked.outcome === 'invalid')
        for (const { place, message } of checked.problems.slice(0, 10))
          expect(body['message']).toContain(`${place}: ${message}`);
    });
    await fc.assert(agreed, { numRuns: 150 });
    expect(seen).toEqual(new Set([201, 400]));
  });

  it('are told where a command is wrong: in the file, or beside it', async () => {
    siteId = await world.site();
    const message = expect.stringContaining('must be one of');
    await expect(validate(HEAD + line('00', '01', 1, 'grid,activePower'))).resolves.toMatchObject({
      problems: [{ place: 'line 2, column type', line: 2, message }],
    });
    const query = 'day=2027-03-28&resolution=60&asset=grid&type=activePower';
    const beside = await validate('1\n'.repeat(23), { query: `${query}&timeZone=Europe/Berlin` });
    expect(beside).toMatchObject({ problems: [{ place: 'the parameter type', message }] });
    expect(JSON.stringify(beside)).not.toContain('"line"');
  });

  it('have a key that stands for the query too', async () => {
    siteId = await world.site();
    const headers = { 'idempotency-key': 'one' };
    const text = '1\n'.repeat(24);
    const query = 'day=2027-03-28&resolution=60&asset=grid&type=activePowerkW';
    expect((await splice(text, { query, headers })).status).toBe(201);
    expect((await splice(text, { query, headers })).status).toBe(201);
    expect((await splice(text, { query: query.replace('28', '29'), headers })).status).toBe(422);
  });

  it.each([
    ['day=2027-03-28&from=2027-03-28T00:00:00Z', 'leave out from and to'],
    ['timeZone=UTC', 'need day'],
    ['day=2027-03-28&resolution=1e9', 'whole number of minutes'],
  ])('with the query %s are refused', async (query, message) => {
    siteId = await world.site();
    const { status, body } = await splice(HEAD + line('00', '01', 1), { query });
    expect([status, body['message']]).toEqual([400, expect.stringContaining(message)]);
  });

  it('are refused in another encoding, and JSON takes none of their parameters', async () => {
    siteId = await world.site();
    expect((await splice(Buffer.from([0x76, 0xfc, 0x0a]))).body['message']).toContain('not UTF-8');
    expect((await splice(HEAD, { contentType: 'text/csv; charset=latin1' })).status).toBe(415);
    expect((await splice('{}', { contentType: 'application/json', query: 'asset=grid' })).status).toBe(400);
    expect((await splice(HEAD, { contentType: 'text/plain' })).body['message']).toContain('text/csv');
    expect((await splice('x'.repeat(LIMITS.maxBodyBytes + 1))).status).toBe(413);
  });

  it('are all that the paths take and have that end in .csv', async () => {
    siteId = await world.site();
    const headers = { 'Content-Type': 'text/csv' };
    const path = pathOf('.csv');
    const query = '?dropEnded=true';
    expect((await world.ask('PATCH', path + query, { headers, body: HEAD + line('01', '02', 2.5) })).status).toBe(201);
    expect(await tableNow()).toBe(HEAD + line('01', '02', 2.5));
    expect((await world.ask('GET', path)).text).toBe(HEAD + line('01', '02', 2.5));
    const checked = await world.ask('POST', pathOf('/validate.csv'), { headers, body: HEAD + line('01', '02', 3) });
    expect(JSON.parse(checked.text)).toMatchObject({ outcome: 'valid', accepted: 1 });
    const json = await world.ask('PATCH', path, { body: {} });
    expect([json.status, json.text]).toEqual([415, expect.stringContaining('text/csv in UTF-8')]);
    expect((await world.ask('POST', path, { headers, body: HEAD })).status).toBe(405);
  });

  async function setNow(): Promise<unknown> {
    return (JSON.parse((await world.ask('GET', pathOf())).text) as { schedules: unknown }).schedules;
  }
});
