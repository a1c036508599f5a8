import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EventGap, EventOf, EventType, FleetEvent } from '@setpoint/contract';
import type { EventCalls } from './event-calls.ts';

type Told = EventCalls['events'] extends (options?: never) => AsyncGenerator<infer Event> ? Event : never;

type Headlines = { readonly [Name in Told['type']]: (event: Extract<Told, { readonly type: Name }>) => string };

/** What a desk does with events; it does not compile when the data of a type is not known, or a type is missing. */
const HEADLINES: Headlines = {
  'log.gap': ({ message }) => message,
  'batch.accepted': ({ data }) => data.commands.map(({ asset, type }) => `${asset}/${type}`).join(),
  'batch.superseded': ({ data }) => data.by,
  'command.accepted': ({ siteId, data }) => `${siteId} ${data.asset}/${data.type} ${data.version}`,
  'command.rejected': ({ data }) => `${data.code} ${data.message}`,
  'command.limited': ({ data }) => `${data.isOver} ${data.kW?.toFixed(1)}`,
  'site.online': ({ siteId }) => siteId,
  'site.offline': ({ data }) => data.reason,
  'site.changed': ({ data }) => data.change,
  'site.trouble': ({ data }) => `${data.code} ${data.isOver}`,
  'entry.started': ({ data }) => data.startAt,
  'entry.completed': ({ data }) => data.value.toFixed(1),
  'entry.missed': ({ data }) => `${data.isLate}`,
  'following.deviating': ({ data }) => `${data.meanErrorkW?.toFixed(1)}`,
  'plan.issue': ({ data }) => data.code,
  'pool.short': ({ data }) => data.binds.map(({ because }) => because).join(),
  'pool.restored': ({ data }) => data.since,
  'pool.member_deviating': ({ poolId, data }) => `${poolId} ${data.siteId} ${data.suppliedkW.toFixed(1)}`,
  'pool.member_following': ({ data }) => data.siteId,
  'pool.seat_taken': ({ data }) => data.actor.kind,
  'pool.seat_given_back': ({ data }) => data.actor.id,
  'alert.firing': ({ alertId, data }) => `${alertId} ${data.subjects.length}`,
  'alert.recovered': ({ data }) => data.alertName,
  'audit.sealed': ({ data }) => data.seal,
};

describe('the types of events', () => {
  it('tell what belongs to each event, once its type is known', () => {
    const at = '2030-01-01T00:00:00.000Z';
    const offline: EventOf<'site.offline'> = {
      id: '1.2.0.0',
      type: 'site.offline',
      siteId: 's',
      at,
      data: { reason: 'silent' },
    };
    expect(HEADLINES[offline.type](offline)).toBe('silent');
    expectTypeOf<Told>().toEqualTypeOf<FleetEvent | EventGap>();
    expectTypeOf<FleetEvent['type']>().toEqualTypeOf<EventType>();
    expectTypeOf<Extract<FleetEvent, { type: 'site.offline' }>['data']['reason']>().toEqualTypeOf<
      'disconnected' | 'silent'
    >();
    expectTypeOf<Extract<FleetEvent, { type: 'site.trouble' }>['data']['message']>().toEqualTypeOf<string | null>();
  });
});
