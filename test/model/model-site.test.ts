import { describe, expect, it } from 'vitest';
import { badTimestamps } from './bad-timestamps.ts';
import { drawTimeline } from './draw-timeline.ts';
import type { Command, Entry } from './is-schedule-request.ts';
import { ModelSite, type PostOutcome } from './model-site.ts';
import { supportedPairs } from './supported-pairs.ts';

const accepted = (count: number): PostOutcome => ({ status: 201, accepted: count });

const refused = (because: string): PostOutcome => ({ status: 400, because });

function command(pair: string, entries: string | readonly Entry[]): Command {
  const [asset = '', type = ''] = pair.split(' ');
  return { asset, type, entries: typeof entries === 'string' ? drawTimeline(entries) : entries };
}

function post(site: ModelSite, ...schedules: readonly Command[]): PostOutcome {
  return site.post({ schedules });
}

function postToNew(...schedules: readonly Command[]): PostOutcome {
  return post(new ModelSite(), ...schedules);
}

function postSpan(startAt: unknown, endAt: unknown): PostOutcome {
  const entries = [{ startAt, endAt, value: 1 }];
  return new ModelSite().post({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
}

const misfit = refused('afrr activation does not fit');

describe('pairs', () => {
  it.each(supportedPairs)('$asset $type is accepted', ({ asset, type }) => {
    expect(postToNew(command(`${asset} ${type}`, '00-01: 0'))).toEqual(accepted(1));
  });

  it.each([
    'load activePowerkW',
    'ev upperLimitkW',
    'solar activePowerkW',
    'grid optimalSocPcnt',
    'bess upperLimitkW',
    'Grid activePowerkW',
    'grid toString',
  ])('%s is refused', (pair) => {
    expect(postToNew(command(pair, '-'))).toEqual(refused('unsupported pair'));
  });

  it('a pair named twice is refused, even empty', () => {
    const outcome = postToNew(command('grid fcrImportkW', '-'), command('grid fcrImportkW', '-'));
    expect(outcome).toEqual(refused('pair named twice'));
  });
});

describe('timestamps', () => {
  it.each(badTimestamps.map((text) => [JSON.stringify(text), text]))('%s is refused', (_, text) => {
    expect(postSpan(text, '2026-03-30T00:00:00Z').status).toBe(400);
    expect(postSpan('2026-03-28T00:00:00Z', text).status).toBe(400);
  });

  it.each([
    ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
    ['1970-01-01T01:00:00+01:00', '9999-12-31T23:59:59.999999999-00:00'],
    ['1969-12-31T23:00:00-01:00', '1970-01-01T00:00:00.001Z'],
    ['2000-02-29t10:00:00z', '2000-02-29T10:00:00.001z'],
    ['2026-03-29T10:00:00.1Z', '2026-03-29T10:00:00.123456789Z'],
    ['2026-03-29T10:00:00+23:59', '2026-03-29T10:00:00-23:59'],
  ])('%s to %s is accepted and returned as it was written', (startAt, endAt) => {
    const site = new ModelSite();
    const setpoint = command('grid activePowerkW', [{ startAt, endAt, value: 1 }]);
    expect(post(site, setpoint)).toEqual(accepted(1));
    expect(site.get()).toEqual([setpoint]);
  });

  it.each([
    ['2026-03-29T10:00:00Z', '2026-03-29T10:00:00Z', 'is empty'],
    ['2026-03-29T10:00:00Z', '2026-03-29T09:59:59.999Z', 'runs backwards'],
    ['2026-03-29T10:00:00Z', '2026-03-29T11:00:00+01:00', 'is empty across offsets'],
    ['2026-03-29T10:00:00.0001Z', '2026-03-29T10:00:00.0009Z', 'is empty once cut to milliseconds'],
    ['2026-03-29T10:00:00.001Z', '2026-03-29T10:00:00.0019Z', 'is empty, for digits are not rounded'],
  ])('%s to %s %s', (startAt, endAt) => {
    expect(postSpan(startAt, endAt)).toEqual(refused('end not after start'));
  });
});

describe('entries', () => {
  it('may be 1,500 a command and not one more', () => {
    const entries = Array.from({ length: 1501 }, (_, index) => ({
      startAt: new Date(index).toISOString(),
      endAt: new Date(index + 1).toISOString(),
      value: 0,
    }));
    expect(postToNew(command('grid activePowerkW', entries.slice(1)))).toEqual(accepted(1));
    expect(postToNew(command('grid activePowerkW', entries))).toEqual(refused('too many entries'));
  });

  it.each([
    ['00-01: 5, 01-02: 6', 'touch', accepted(1)],
    ['01-02: 6, 00-01: 5', 'touch, last first', accepted(1)],
    ['00-01: 5, 00:59:59.999-02: 6', 'overlap by 1 ms', refused('overlapping entries')],
    ['00-04: 5, 01-02: 6', 'lie within each other', refused('overlapping entries')],
    ['00-01: 5, 02-03: 1, 00-01: 5', 'are repeated', refused('overlapping entries')],
  ])('%s: %s', (picture, _, outcome) => {
    expect(postToNew(command('grid activePowerkW', picture))).toEqual(outcome);
  });

  it('come back by instant, whatever their order and offsets were', () => {
    const site = new ModelSite();
    const early = { startAt: '2026-06-01T09:00:00+09:00', endAt: '2026-06-01T01:00:00Z', value: 1 };
    const late = { startAt: '2026-06-01T01:00:00.0009Z', endAt: '2026-06-01T03:00:00Z', value: 2 };
    post(site, command('grid activePowerkW', [late, early]));
    expect(site.get()).toEqual([command('grid activePowerkW', [early, late])]);
  });
});

describe('values', () => {
  it.each([
    ['grid activePowerkW', -1e308, accepted(1)],
    ['grid upperLimitkW', -100, accepted(1)],
    ['grid lowerLimitkW', 5e-324, accepted(1)],
    ['grid afrrImportBookingkW', 0, accepted(1)],
    ['grid afrrExportBookingkW', -1, refused('value out of range')],
    ['grid mfrrImportBookingkW', -0.001, refused('value out of range')],
    ['grid fcrExportkW', -5e-324, refused('value out of range')],
    ['grid fcrImportkW', 1e9, accepted(1)],
    ['solar solarCurtailmentPcnt', 100, accepted(1)],
    ['solar solarCurtailmentPcnt', 100.001, refused('value out of range')],
    ['bess optimalSocPcnt', 0, accepted(1)],
    ['bess optimalSocPcnt', -0.001, refused('value out of range')],
    ['bess activePowerkW', -250, accepted(1)],
  ])('%s of %d', (pair, value, outcome) => {
    expect(postToNew(command(pair, `00-01: ${value}`))).toEqual(outcome);
  });
});

describe('limits in one request', () => {
  it.each([
    { upper: '00-04: 100', lower: '00-04: 100', outcome: accepted(2) },
    { upper: '00-04: 100', lower: '04-08: 200', outcome: accepted(2) },
    { upper: '00-04: -100', lower: '00-04: -200', outcome: accepted(2) },
    { upper: '00-04: 300', lower: '00-04: 200', outcome: accepted(2) },
    { upper: '00-04: 100', lower: '-', outcome: accepted(2) },
    { upper: '00-04: 100, 04-08: 50', lower: '00-08: 60', outcome: refused('limits cross') },
    { upper: '00-04: 100', lower: '03:59:59.999-08: 101', outcome: refused('limits cross') },
  ])('upper $upper and lower $lower: $outcome.status', ({ upper, lower, outcome }) => {
    const limits = [command('grid lowerLimitkW', lower), command('grid upperLimitkW', upper)];
    expect(postToNew(...limits)).toEqual(outcome);
  });

  it('may cross a limit that is stored', () => {
    const site = new ModelSite();
    post(site, command('grid upperLimitkW', '00-04: 100'));
    expect(post(site, command('grid lowerLimitkW', '00-04: 200'))).toEqual(accepted(1));
  });
});

describe('an activation and the bookings beside it', () => {
  it.each([
    { is: 'E1', imports: '00-04: 500, 04-08: 400', active: '01-05: 300', outcome: accepted(2) },
    { is: 'E2', imports: '00-04: 500, 04:15-08: 400', active: '01-05: 300', outcome: misfit },
    { is: 'E3', imports: '00-04: 500, 04-08: 400', active: '01-05: 450', outcome: misfit },
    { is: 'E4', imports: '00-04: 500', active: '01-02: -100', outcome: misfit },
    { is: 'E7', imports: '00-04: 500', active: '01-02: 300', outcome: accepted(2) },
    { is: 'all of it', imports: '00-04: 500', active: '00-04: 500', outcome: accepted(2) },
    { is: 'a gap', imports: '00-04: 5, 04:00:00.001-08: 5', active: '01-05: 5', outcome: misfit },
    { is: 'early', imports: '00:00:00.001-04: 5', active: '00-01: 5', outcome: misfit },
    { is: 'late', imports: '00-04: 5', active: '03-04:00:00.001: 5', outcome: misfit },
    { is: 'exact', imports: '00-01: 0.3', active: '00-01: 0.30000000000000004', outcome: misfit },
    { is: 'zero', imports: '-', active: '00-23: 0', outcome: accepted(2) },
    { is: 'none', imports: '-', active: '-', outcome: accepted(2) },
  ])('$is: $active within $imports: $outcome.status', ({ imports, active, outcome }) => {
    const booking = command('grid afrrImportBookingkW', imports);
    const activation = command('grid afrrActivationkW', active);
    expect(postToNew(booking, activation)).toEqual(outcome);
    expect(postToNew(activation, booking)).toEqual(outcome);
  });

  it('E5: fits where import turns into export across a stretch of zero', () => {
    const imports = command('grid afrrImportBookingkW', '00-02: 500');
    const exports = command('grid afrrExportBookingkW', '03-04: 200');
    const activation = command('grid afrrActivationkW', '01-02: 300, 02-03: 0, 03-04: -200');
    expect(postToNew(imports, exports, activation)).toEqual(accepted(3));
  });
});

describe('an activation and what is stored', () => {
  it('E6: does not fit a booking that the same request clears', () => {
    const site = new ModelSite();
    post(site, command('grid afrrImportBookingkW', '00-04: 500'));
    const cleared = command('grid afrrImportBookingkW', '-');
    const outcome = post(site, cleared, command('grid afrrActivationkW', '01-02: 1'));
    expect(outcome).toEqual(misfit);
  });

  it('E8, E9: stays when its booking shrinks, and is refused when it is sent again', () => {
    const site = new ModelSite();
    const activation = command('grid afrrActivationkW', '01-02: 300');
    post(site, command('grid afrrImportBookingkW', '00-04: 500'), activation);
    const shrunk = command('grid afrrImportBookingkW', '00-04: 100');
    expect(post(site, shrunk)).toEqual(accepted(1));
    expect(site.get()).toEqual([shrunk, activation]);
    expect(post(site, activation)).toEqual(misfit);
  });

  it('fits a booking that is stored', () => {
    const site = new ModelSite();
    post(site, command('grid mfrrExportBookingkW', '00-04: 500'));
    expect(post(site, command('grid mfrrActivationkW', '00-04: -500'))).toEqual(accepted(1));
  });

  it('of mFRR is not covered by aFRR bookings', () => {
    const booking = command('grid afrrImportBookingkW', '00-04: 500');
    const outcome = postToNew(booking, command('grid mfrrActivationkW', '01-02: 1'));
    expect(outcome).toEqual(refused('mfrr activation does not fit'));
  });
});

describe('bess commands', () => {
  const power = command('bess activePowerkW', '00-01: 50');
  const charge = command('bess optimalSocPcnt', '00-01: 80');
  const noPower = command('bess activePowerkW', '-');
  const noCharge = command('bess optimalSocPcnt', '-');

  it.each([
    ['both set', power, charge],
    ['one empty', power, noCharge],
    ['both empty', noPower, noCharge],
  ])('%s in one request are refused', (_, one, other) => {
    expect(postToNew(one, other)).toEqual(refused('both bess commands'));
    expect(postToNew(other, one)).toEqual(refused('both bess commands'));
  });

  it.each([
    { what: 'setting the SoC after the power', first: power, second: charge, left: [charge] },
    { what: 'setting the power after the SoC', first: charge, second: power, left: [power] },
    { what: 'clearing the one that is set', first: power, second: noPower, left: [] },
    { what: 'clearing the one that is not set', first: power, second: noCharge, left: [] },
    {
      what: 'clearing activePowerkW while the SoC is set',
      first: charge,
      second: noPower,
      left: [],
    },
  ])('$what leaves $left.length of the two', ({ first, second, left }) => {
    const site = new ModelSite();
    expect(post(site, first)).toEqual(accepted(1));
    expect(post(site, second)).toEqual(accepted(1));
    expect(site.get()).toEqual(left);
  });
});

describe('a batch', () => {
  it('replaces the pairs it names and leaves the others', () => {
    const site = new ModelSite();
    const limit = command('grid upperLimitkW', '00-04: 100');
    const later = command('solar solarCurtailmentPcnt', '02-03: 20');
    post(site, command('solar solarCurtailmentPcnt', '00-01: 10'), limit);
    post(site, later);
    expect(site.get()).toEqual([limit, later]);
  });

  it('counts empty commands as accepted', () => {
    expect(postToNew(command('grid upperLimitkW', '-'))).toEqual(accepted(1));
  });

  it('omits what is cleared', () => {
    const site = new ModelSite();
    post(site, command('grid upperLimitkW', '00-04: 100'));
    post(site, command('grid upperLimitkW', '-'));
    expect(site.get()).toEqual([]);
  });

  it('changes nothing when one of its commands is refused', () => {
    const site = new ModelSite();
    const kept = command('grid upperLimitkW', '00-04: 100');
    post(site, kept);
    const good = command('grid upperLimitkW', '-');
    expect(post(site, good, command('grid fcrImportkW', '00-01: -1')).status).toBe(400);
    expect(site.get()).toEqual([kept]);
  });

  it('is listed in the order of the catalogue', () => {
    const site = new ModelSite();
    const pairs = supportedPairs.map(({ asset, type }) => `${asset} ${type}`);
    const settable = pairs.filter((pair) => pair !== 'bess activePowerkW');
    const commands = settable.toReversed().map((pair) => command(pair, '00-01: 0'));
    post(site, ...commands.slice(0, 10));
    post(site, ...commands.slice(10));
    expect(site.get().map(({ asset, type }) => `${asset} ${type}`)).toEqual(settable);
  });

  it('cannot be changed through what was sent', () => {
    const site = new ModelSite();
    const entries = [...drawTimeline('00-01: 5')];
    site.post({ schedules: [{ asset: 'grid', type: 'upperLimitkW', entries }] });
    entries.length = 0;
    expect(site.get()).toEqual([command('grid upperLimitkW', '00-01: 5')]);
  });
});
