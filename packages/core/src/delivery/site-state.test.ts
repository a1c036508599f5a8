import { describe, expect, it } from 'vitest';
import { siteState } from './site-state.ts';

const REFUSAL = { pair: 'bess/optimalSocPcnt', code: 'unsupported', since: 50 } as const;
const SITE = { version: 7, appliedVersion: 7, rejected: [], isOnline: true };

describe('a site', () => {
  it.each<[string, Partial<Parameters<typeof siteState>[0]>]>([
    ['in_sync', {}],
    ['in_sync', { isOnline: false }],
    ['partial', { rejected: [REFUSAL] }],
    ['partial', { rejected: [REFUSAL], isOnline: false }],
    ['pending', { appliedVersion: 6 }],
    ['pending', { appliedVersion: 6, rejected: [REFUSAL] }],
    ['pending', { appliedVersion: null }],
    ['unreachable', { appliedVersion: 6, isOnline: false }],
    ['unreachable', { appliedVersion: null, isOnline: false }],
  ])('is %s: %o', (state, facts) => {
    expect(siteState({ ...SITE, ...facts })).toBe(state);
  });
});
