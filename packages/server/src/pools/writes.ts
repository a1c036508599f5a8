import type { AnyWrite } from '../store/define-write.ts';
import { noteShortage } from './note-shortage.ts';
import { putPoolMember } from './put-pool-member.ts';
import { forgetTicks } from './forget-ticks.ts';
import { putPool } from './put-pool.ts';
import { putTick } from './put-tick.ts';
import { removePoolMember } from './remove-pool-member.ts';
import { removePool } from './remove-pool.ts';

export const poolWrites: readonly AnyWrite[] = [
  forgetTicks,
  noteShortage,
  putPool,
  putPoolMember,
  putTick,
  removePool,
  removePoolMember,
];
