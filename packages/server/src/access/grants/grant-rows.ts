import { put, removeBy } from '../../store/put.ts';

/** What is written of grants and roles on sites and pools beside what a client is granted. */
export const grantRows = {
  putOnSite: put('site_grant', { key: ['clientId', 'siteId'], set: ['canSchedule', 'role', 'endsAt'] }),
  putOnPool: put('pool_grant', { key: ['clientId', 'poolId'], set: ['canSchedule', 'role', 'endsAt'] }),
  removeOnSite: removeBy('site_grant', ['clientId', 'siteId']),
  removeOnPool: removeBy('pool_grant', ['clientId', 'poolId']),
  removeOfSite: removeBy('site_grant', ['siteId']),
  removeOfPool: removeBy('pool_grant', ['poolId']),
} as const;
