import { expect, it } from 'vitest';
import { type ProblemFacts, problemsOf } from './problems-of.ts';

const at = (time: string) => `2030-01-01T${time}.000Z`;
const NOW = Date.parse(at('10:00:00'));
const REPORTED = { isOnline: true, reportedAt: at('09:59:58'), behindSince: null, rejected: 0, limited: 0 };
const WELL = {
  ...REPORTED,
  limitedBy: [],
  troubles: [],
  issues: [],
  deviatingSince: null,
  following: null,
  socPcnt: 50,
};
const CLOCK = { code: 'clock_off', asset: null, since: at('08:00:00') } as const;
const MISSED = { ...CLOCK, code: 'setpoint_missed' } as const;
const ISSUES = ['held', 'energy'].map((code) => ({ code, from: at('11:00:00') }));
const FAULTY = { ...WELL, behindSince: at('09:00:00'), rejected: 1, limited: 1, troubles: [CLOCK], issues: ISSUES };

it.each<[string, Partial<ProblemFacts>, string]>([
  ['is well', {}, ''],
  ['may be behind for 30 s', { behindSince: at('09:59:30') }, ''],
  ['is behind after that', { behindSince: at('09:59:29') }, 'behind 09:59:29'],
  ['is offline, and has what is set', { isOnline: false }, 'offline 09:59:58'],
  ['is offline without it', { isOnline: false, behindSince: at('09:59:59') }, 'unreachable 09:59:58'],
  ['never reported', { isOnline: false, reportedAt: null, behindSince: at('09:00:00') }, 'never ?'],
  [
    'has the gravest problem first, and a hold last',
    { ...FAULTY, deviatingSince: at('07:00:00') },
    'rejected ?, behind 09:00:00, deviating 07:00:00, trouble:clock_off 08:00:00, limited ?, issue:energy 11:00:00, held ?',
  ],
])('a site %s', (_, facts, expected) => {
  const problems = problemsOf({ ...WELL, ...facts }, NOW);
  expect(problems.map(({ code, since }) => `${code} ${since?.slice(11, 19) ?? '?'}`).join(', ')).toBe(expected);
});

it.each<[asset: 'grid' | 'bess', meanErrorkW: number, facts: Partial<ProblemFacts>, because: string]>([
  ['bess', -5, { limitedBy: ['soc'] }, 'the storage is empty'],
  ['bess', 5, { limitedBy: ['soc'] }, 'the storage is full'],
  ['grid', 5, { limitedBy: ['soc'] }, 'the storage is empty'],
  ['grid', -5, { socPcnt: 100 }, 'the storage is full'],
  ['grid', 5, { socPcnt: 100 }, 'nothing known explains it'],
  ['grid', 5, { socPcnt: null, troubles: [MISSED] }, 'nothing known explains it'],
  ['grid', 5, { limitedBy: ['rating'], troubles: [CLOCK] }, 'limited by its rating'],
  ['grid', 5, { troubles: [MISSED, CLOCK] }, "the controller's clock is off by more than 2 s"],
  ['grid', 5, { behindSince: at('09:44:00') }, 'the controller has not applied what is set'],
  ['grid', 5, { behindSince: at('09:45:00') }, 'nothing known explains it'],
])('%s off by %d kW, %j: %s', (asset, meanErrorkW, facts, because) => {
  const entry = { type: 'activePowerkW', state: 'deviating', startAt: at('09:30:00'), endAt: at('09:45:00') } as const;
  const following = { ...entry, asset, value: 0, meanErrorkW, withinShare: 0 };
  const problems = problemsOf({ ...WELL, deviatingSince: entry.startAt, following, ...facts }, NOW);
  expect(problems.find(({ kind }) => kind === 'deviating')?.because).toBe(because);
});
