export { grantedTo } from '../../src/access/granted-to.ts';
export { ALL_SITES, putGrant } from '../../src/access/put-grant.ts';
export { putPoolGrant } from '../../src/access/put-pool-grant.ts';
export { removeGrant } from '../../src/access/remove-grant.ts';
export { removePoolGrant } from '../../src/access/remove-pool-grant.ts';
