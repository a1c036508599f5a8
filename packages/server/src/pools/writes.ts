import type { AnyWrite } from '../store/define-write.ts';
import { putPoolMember } from './put-pool-member.ts';
import { putPool } from './put-pool.ts';
import { removePoolMember } from './remove-pool-member.ts';
import { removePool } from './remove-pool.ts';

export const poolWrites: readonly AnyWrite[] = [putPool, putPoolMember, removePool, removePoolMember];
