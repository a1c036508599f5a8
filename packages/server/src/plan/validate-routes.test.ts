import {
  CATALOGUE,
  LIMITS,
  type SiteDetails,
  type SiteId,
  type SitePlan,
  type ValidSchedules,
} from '@setpoint/contract';
import { describeProblems } from '@setpoint/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockText,
  DAY,
  drawSchedules,
  MIDNIGHT,
  ratedAssets,
  reportAssets,
  setDrawn,
} from '../../testing/draw-schedules.ts';
import { worldOfTests } from '../../testing/open-world.ts';

type Answer =
  | ValidSchedules
  | { outcome: 'invalid'; isValid: false; problems: { rule: string; place: string; message: string }[] };

const instant = fc.nat(12).map((hour) => clockText(String(hour)));
const mostly = <Value>(good: fc.Arbitrary<Value>, odd: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 40, arbitrary: good }, { weight: 1, arbitrary: odd });
const entry = fc
  .tuple(fc.nat(11), fc.integer({ min: 1, max: 4 }), mostly(fc.integer({ min: -1, max: 8 }), fc.constant(null)))
  .map(([from, hours, value]) => ({
    startAt: clockText(String(from)),
    endAt: clockText(String(from + hours)),
    value: typeof value === 'number' ? value * 10 : value,
  }));
const anyEntry = mostly(entry, fc.record({ startAt: fc.constant('today'), endAt: instant, value: fc.double() }));
const named = fc.constantFrom(...CATALOGUE.map(({ asset, type }) => ({ asset, type })));
const command = fc
  .tuple(mostly(named, fc.constant({ asset: 'wind', type: 'activePowerkW' })), fc.array(anyEntry, { maxLength: 2 }))
  .map(([pair, entries]) => ({ ...(pair as object), entries }));
const anySchedules = mostly(fc.array(command, { minLength: 1, maxLength: 4 }), fc.constant(7));
// Every other batch is for a window.
const body = fc.oneof(
  fc.record({ schedules: anySchedules }),
  fc.record({
    schedules: anySchedules,
    from: mostly(instant, fc.constant('today')),
    to: instant,
    dropEnded: fc.boolean(),
  }),
);

const world = await worldOfTests({ clock: { now: MIDNIGHT } });
const siteId = await world.site();
await reportAssets(world, siteId, ratedAssets());

describe('asking what would become of a batch', () => {
  it('and setting it always agree, and asking changes nothing', async () => {
    const outcomes = new Set<string>();
    const asked = fc.asyncProperty(body, async (batch) => {
      const before = await siteNow();
      const answer = await validate(batch);
      expect(await siteNow()).toEqual(before);
      const isSplice = 'from' in batch;
      const path = `/api/v1/${isSplice ? 'fleet' : 'public'}/sites/${siteId}/schedules`;
      const set = await world.ask(isSplice ? 'PATCH' : 'POST', path, { body: batch });
      outcomes.add(`${set.status}`);
      expect(answer.outcome).toBe(answer.isValid ? 'valid' : 'invalid');
      if (answer.outcome === 'invalid') {
        for (const { rule } of answer.problems) outcomes.add(rule);
        const problems = answer.problems.map(({ place, message }) => ({
          rule: 'schema' as const,
          place,
          text: message,
        }));
        const told = isSplice ? { problems: answer.problems.slice(0, LIMITS.maxProblems) } : {};
        expect([set.status, JSON.parse(set.text)]).toEqual([
          400,
          { error: 'bad_request', message: describeProblems(problems), ...told },
        ]);
        expect(await siteNow()).toEqual(before);
        return;
      }
      const after = await siteNow();
      const { accepted, dropped } = answer;
      expect(JSON.parse(set.text)).toMatchObject(dropped === undefined ? { accepted } : { accepted, dropped });
      expect(dropped !== undefined).toBe(isSplice);
      expect([set.status, after.version, after.schedules]).toEqual([201, answer.version + 1, answer.schedules]);
    });
    await fc.assert(asked, { numRuns: 400 });
    const seen = [
      '201',
      '400',
      'schema',
      'overlap',
      'duplicate_pair',
      'activation_exceeds_booking',
      'instant',
      'outside_window',
    ];
    expect([...outcomes]).toEqual(expect.arrayContaining(seen));
  });

  it('by values of a day without a time zone is about the day of the site', async () => {
    const entries = { day: '2030-01-01', resolution: 1_440, values: [7] };
    const batch = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] };
    const window = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z', entries: 1 };
    expect(await validate(batch)).toMatchObject({ window });
    const { body: set } = await world.ask('PATCH', `/api/v1/fleet/sites/${siteId}/schedules`, { body: batch });
    expect(set).toMatchObject({ window });
  });

  it('names the place, both sides of a clash, and what is needed and booked', async () => {
    await setDrawn(world, siteId, 'grid afrrImportBookingkW | 00-02 200');
    const { problems } = await validateDrawn(`
      grid activePowerkW    | 00-02 5, 01-03 6
      grid afrrActivationkW | 01-03 300`);
    const needed = { direction: 'import', from: clockText('01'), to: clockText('02'), neededkW: 300, bookedkW: 200 };
    expect(problems).toMatchObject([
      { rule: 'overlap', asset: 'grid', type: 'activePowerkW', clashesWith: 'schedules[0].entries[0]' },
      { rule: 'activation_exceeds_booking', place: 'schedules[1].entries[0]', uncovered: needed },
      { uncovered: { from: clockText('02'), to: clockText('03'), bookedkW: 0 } },
    ]);
  });

  it('shows the plan that will result, and what changes in it', async () => {
    const site = await world.site();
    await reportAssets(world, site, ratedAssets());
    await setDrawn(world, site, 'grid activePowerkW | 00-04 100');
    const before = await planOf(site);
    const drawn = 'grid upperLimitkW | 02-06 80';
    const answer = (await validateDrawn(drawn, `?plan=true&${DAY}`, site)) as ValidSchedules;
    expect(await planOf(site)).toEqual(before);
    await setDrawn(world, site, drawn);
    const after = await planOf(site);
    expect(answer.plan).toEqual(after);
    const cut = (plan: SitePlan['plan'], from: string, to: string) =>
      plan.grid
        .filter((segment) => segment.from < to && segment.to > from)
        .map((segment) => ({
          ...segment,
          from: segment.from > from ? segment.from : from,
          to: segment.to < to ? segment.to : to,
        }));
    const [from, to] = [clockText('02'), clockText('06')];
    expect(answer.changes).toEqual([
      { asset: 'grid', from, to, before: cut(before, from, to), after: cut(after, from, to) },
    ]);
    expect(answer.changes?.[0]?.after.map(({ target, hi }) => [target, hi])).toEqual([
      [80, 80],
      [null, 80],
    ]);
  });

  it('plans, unless told otherwise, for all that is set or taken away', async () => {
    const site = await world.site();
    const windowOf = async (drawn: string) => {
      const { plan, changes } = (await validateDrawn(drawn, '?plan=true', site)) as ValidSchedules;
      return plan == null ? [plan, changes] : [plan.from, plan.to].map((at) => at.slice(11, 16));
    };
    await expect(windowOf('grid activePowerkW |')).resolves.toEqual([null, []]);
    await setDrawn(world, site, 'grid activePowerkW | 03-04 100\n grid upperLimitkW | 00-24 500');
    await expect(windowOf('grid activePowerkW |')).resolves.toEqual(['03:00', '04:00']);
    await expect(windowOf('grid activePowerkW | 01-02 5\n bess activePowerkW | 05-06 5')).resolves.toEqual([
      '01:00',
      '06:00',
    ]);
  });

  async function validate(schedules: object, query = '', site = siteId): Promise<Answer> {
    const path = `/api/v1/fleet/sites/${site}/schedules/validate${query}`;
    const { status, text } = await world.ask('POST', path, { body: schedules });
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as Answer;
  }

  async function validateDrawn(
    drawn: string,
    query = '',
    site = siteId,
  ): Promise<Partial<Answer & { problems: unknown }>> {
    return validate({ schedules: drawSchedules(drawn) }, query, site);
  }

  async function siteNow() {
    const { text, headers } = await world.ask('GET', `/api/v1/public/sites/${siteId}`);
    return { version: Number(headers['schedule-version']), schedules: (JSON.parse(text) as SiteDetails).schedules };
  }

  async function planOf(site: SiteId): Promise<SitePlan['plan']> {
    return (JSON.parse((await world.ask('GET', `/api/v1/fleet/sites/${site}/plan?${DAY}`)).text) as SitePlan).plan;
  }
});
