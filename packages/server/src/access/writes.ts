import type { AnyWrite } from '../store/define-write.ts';
import { putGrant } from './put-grant.ts';
import { putPoolGrant } from './put-pool-grant.ts';
import { removeGrant } from './remove-grant.ts';
import { removePoolGrant } from './remove-pool-grant.ts';

export const accessWrites: readonly AnyWrite[] = [putGrant, putPoolGrant, removeGrant, removePoolGrant];
