import type { AnyWrite } from '../store/define-write.ts';
import { putGrant } from './grants/put-grant.ts';
import { putPoolGrant } from './grants/put-pool-grant.ts';
import { removeGrant } from './grants/remove-grant.ts';
import { removePoolGrant } from './grants/remove-pool-grant.ts';

export const accessWrites: readonly AnyWrite[] = [putGrant, putPoolGrant, removeGrant, removePoolGrant];
