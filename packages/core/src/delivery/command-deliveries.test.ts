import type { PairName } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { batchState, commandDeliveries, type CommandState } from './command-deliveries.ts';
import type { CommandFacts, SiteFacts } from './site-facts.ts';

const GRID: PairName = 'grid/activePowerkW';
const BESS: PairName = 'bess/optimalSocPcnt';
const REFUSAL = { pair: BESS, code: 'unsupported', since: 50 } as const;

// Version 7 is current and, where nothing else is said, applied since 60; now is 100.
const SITE: SiteFacts = {
  version: 7,
  appliedVersion: 7,
  rejected: [],
  applied: [
    { version: 5, at: 40 },
    { version: 7, at: 60 },
  ],
  isOnline: true,
  now: 100,
};
const COMMAND: CommandFacts = { pair: GRID, version: 6, entries: [], supersededAt: null, heldSince: null };

describe('a command', () => {
  it.each<[string, Partial<CommandFacts>, Partial<SiteFacts>]>([
    ['accepted', {}, {}],
    ['accepted', {}, { rejected: [REFUSAL] }],
    ['pending', {}, { appliedVersion: 5 }],
    ['pending', {}, { appliedVersion: null }],
    ['rejected unsupported', { pair: BESS }, { rejected: [REFUSAL], appliedVersion: 6 }],
    ['pending', { release: { heldAt: 50, releasedAt: 80, version: 7 } }, { appliedVersion: 6 }],
    ['accepted', { release: { heldAt: 50, releasedAt: 80, version: 7 } }, {}],
    ['held', { heldSince: 70 }, {}],
    ['superseded', { supersededAt: 80 }, {}],
    ['superseded', { supersededAt: 80, heldSince: 70, pair: BESS }, { rejected: [REFUSAL] }],
  ])('is %s: %o at a site %o', (expected, command, site) => {
    const [delivery] = commandDeliveries([{ ...COMMAND, ...command }], { ...SITE, ...site });
    expect([delivery?.state, delivery?.code].filter((part) => part !== null).join(' ')).toBe(expected);
  });

  it('that is rejected has what the controller says about it, and no other has', () => {
    const rejected = [{ ...REFUSAL, message: 'no storage here' }];
    const deliveries = commandDeliveries([COMMAND, { ...COMMAND, pair: BESS }], { ...SITE, rejected });
    expect(deliveries.map(({ message }) => message)).toEqual([null, 'no storage here']);
  });

  it('that is served in part says so while it is accepted', () => {
    const limited = [{ pair: GRID, by: 'soc', kW: 0 }];
    const of = (site: Partial<SiteFacts>) => commandDeliveries([COMMAND], { ...SITE, limited, ...site })[0]?.limited;
    expect([of({}), of({ limited: [] }), of({ appliedVersion: 5 })]).toEqual([{ by: 'soc', kW: 0 }, null, null]);
  });

  it('is unknown while it asks for power that nobody measures, and its entry at best assumed', () => {
    const entry = (startMs: number, endMs: number) => ({ startMs, endMs, value: 5, firstVersion: 5, firstSetAt: 0 });
    const of = (command: Partial<CommandFacts>) => {
      const [found] = commandDeliveries([{ ...COMMAND, ...command }], { ...SITE, unmeasured: ['grid'] });
      return [found?.state, ...(found?.entries.map(({ state }) => state) ?? [])];
    };
    expect(of({ entries: [entry(50, 200)] })).toEqual(['unknown', 'executing_assumed']);
    expect(of({ entries: [entry(150, 200)] })).toEqual(['accepted', 'scheduled']);
    expect(of({ pair: 'grid/afrrImportBookingkW', entries: [entry(50, 200)] })).toEqual(['accepted', 'executing']);
    expect(of({ pair: BESS, entries: [entry(50, 200)] })).toEqual(['accepted', 'executing']);
  });
});

it.each<[CommandState, Partial<CommandFacts> | undefined]>([
  ['unknown', undefined],
  ['accepted', {}],
  ['accepted', { pair: 'bess/activePowerkW' }],
  ['unknown', { supersededAt: 90 }],
  ['unknown', { heldSince: 90 }],
  ['unknown', { entries: [] }],
])('an activation in force is %s beside a setpoint %o', (state, setpoint) => {
  const entries = [{ startMs: 50, endMs: 200, value: 5, firstVersion: 5, firstSetAt: 0 }];
  const activation: CommandFacts = { ...COMMAND, pair: 'grid/afrrActivationkW', entries };
  const beside = setpoint === undefined ? [] : [{ ...COMMAND, entries, ...setpoint }];
  expect(commandDeliveries([activation, ...beside], SITE)[0]?.state).toBe(state);
});

describe('the entries of a command', () => {
  const entries = [
    { startMs: 20, endMs: 45, value: 1, firstVersion: 5, firstSetAt: 10 },
    { startMs: 45, endMs: 60, value: 2, firstVersion: 6, firstSetAt: 30 },
    { startMs: 60, endMs: 90, value: 3, firstVersion: 6, firstSetAt: 30 },
    { startMs: 90, endMs: 120, value: 4, firstVersion: 6, firstSetAt: 30 },
    { startMs: 120, endMs: 150, value: 5, firstVersion: 6, firstSetAt: 30 },
  ];

  function statesOf(command: Partial<CommandFacts>, site: Partial<SiteFacts>): string {
    const [delivery] = commandDeliveries([{ ...COMMAND, entries, ...command }], { ...SITE, ...site });
    const words = delivery?.entries.map(({ state, isLate }) => (isLate ? `${state}-late` : String(state)));
    return words?.join(' ') ?? '';
  }

  // now = 100:                        20-45          45-60      60-90      90-120            120-150
  it.each<[string, Partial<CommandFacts>, Partial<SiteFacts>]>([
    ['completed-late missed completed executing scheduled', {}, {}],
    ['completed-late missed completed executing_assumed scheduled', {}, { isOnline: false }],
    // Sent again unchanged: the command waits, what it repeats goes on.
    ['completed-late missed completed executing scheduled', { version: 7 }, { appliedVersion: 6 }],
    ['completed-late missed missed scheduled scheduled', {}, { appliedVersion: 5, applied: [{ version: 5, at: 40 }] }],
    ['completed-late missed held held held', { heldSince: 70 }, {}],
    ['completed-late missed completed superseded superseded', { supersededAt: 95 }, {}],
    ['completed-late missed rejected rejected rejected', {}, { rejected: [{ ...REFUSAL, pair: GRID, since: 60 }] }],
  ])('are %s: %o at a site %o', (states, command, site) => {
    expect(statesOf(command, site)).toBe(states);
  });
});

describe('a batch', () => {
  it.each<[CommandState, CommandState[]]>([
    ['accepted', ['accepted', 'accepted']],
    ['pending', ['accepted', 'pending']],
    ['held', ['pending', 'held', 'accepted']],
    ['rejected', ['accepted', 'held', 'rejected', 'pending']],
    ['superseded', ['superseded', 'superseded']],
    ['superseded', []],
  ])('is %s when its commands are %j', (state, states) => {
    expect(batchState(states.map((one) => ({ state: one })))).toBe(state);
  });
});
