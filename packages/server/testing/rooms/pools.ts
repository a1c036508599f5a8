export { divideDuePools } from '../../src/pools/signals/divide-when-due.ts';
export { createMemberKnowledge } from '../../src/pools/members/member-knowledge.ts';
export { createOrderBoard } from '../../src/pools/signals/order-board.ts';
export { putPoolMember, removePoolMember } from '../../src/pools/members/put-pool-member.ts';
export { putPool, removePool } from '../../src/pools/put-pool.ts';
export { acceptSignal } from '../../src/pools/signals/accept-signal.ts';
