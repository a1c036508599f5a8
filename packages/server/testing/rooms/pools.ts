export { divideDuePools } from '../../src/pools/signals/divide-when-due.ts';
export { createMemberKnowledge } from '../../src/pools/members/member-knowledge.ts';
export { createOrderBoard } from '../../src/pools/signals/order-board.ts';
export { putPoolMember } from '../../src/pools/members/put-pool-member.ts';
export { putPool } from '../../src/pools/put-pool.ts';
export { removePoolMember } from '../../src/pools/members/remove-pool-member.ts';
export { removePool } from '../../src/pools/remove-pool.ts';
export { acceptSignal } from '../../src/pools/signals/accept-signal.ts';
