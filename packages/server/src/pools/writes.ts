import type { AnyWrite } from '../store/define-write.ts';
import { noteShortage } from './shortages/note-shortage.ts';
import { putPoolMember } from './members/put-pool-member.ts';
import { forgetTicks } from './signals/forget-ticks.ts';
import { putPool } from './put-pool.ts';
import { putTick } from './signals/put-tick.ts';
import { removePoolMember } from './members/remove-pool-member.ts';
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
