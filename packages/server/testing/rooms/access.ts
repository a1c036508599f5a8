export { grantedTo } from '../../src/access/grants/granted-to.ts';
export { ALL_SITES, putGrant } from '../../src/access/grants/put-grant.ts';
export { putPoolGrant } from '../../src/access/grants/put-pool-grant.ts';
export { removeGrant } from '../../src/access/grants/remove-grant.ts';
export { removePoolGrant } from '../../src/access/grants/remove-pool-grant.ts';
