import { describe, expect, it } from 'vitest';
import type { StoredLimitation, KnownRejection } from '../../delivery/stored-rejection.ts';
import { openSiteStory } from '../../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';

const ORDERED = { asset: 'grid', type: 'afrrActivationkW' } as const;
const UNKNOWN: KnownRejection = { asset: 'bess', type: 'activePowerkW', code: 'unsupported' };

describe.each(STORE_KINDS)('what a controller says of commands, on %s', (kind) => {
  const site = inEachTest(() => openSiteStory(kind));

  it('is told of an activation that nobody has set, when it is refused and when it no longer is: an order of a pool asked for it', async () => {
    await site.set([0, 1]);
    await report([]);
    await report([{ ...ORDERED, code: 'internal', message: 'stuck' }, UNKNOWN]);
    await report([{ ...ORDERED, code: 'internal', message: 'stuck' }, UNKNOWN]);
    await report([UNKNOWN]);
    const told = (await site.events()).filter(({ type }) => type.startsWith('command.'));
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['command.accepted', { asset: 'grid', type: 'activePowerkW', version: 1 }],
      ['command.rejected', { ...ORDERED, version: 1, code: 'internal', message: 'stuck' }],
      ['command.accepted', { ...ORDERED, version: 1 }],
    ]);
  });

  it('is told of a command that it can serve in part only: by what, to what, and when that is over', async () => {
    await site.set([0, 1]);
    const setpoint = { asset: 'grid', type: 'activePowerkW' } as const;
    await report([]);
    await report([], [{ ...setpoint, by: 'soc', kW: 0.5 }]);
    await report([], [{ ...setpoint, by: 'soc', kW: 0.4 }]);
    await report([], [{ ...setpoint, by: 'limit', kW: 0.4 }]);
    await report([]);
    await report([]);
    const told = (await site.events()).filter(({ type }) => type === 'command.limited');
    expect(told.map(({ data }) => data)).toEqual([
      { ...setpoint, version: 1, isOver: false, by: 'soc', kW: 0.5 },
      { ...setpoint, version: 1, isOver: false, by: 'limit', kW: 0.4 },
      { ...setpoint, version: 1, isOver: true, by: null, kW: null },
    ]);
  });

  const report = (rejected: readonly KnownRejection[], limited: readonly StoredLimitation[] = []) =>
    site.report(undefined, { rejected, limited });
});
