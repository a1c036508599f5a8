import type { MemberShare } from './divide-signal.ts';

/** Whether a member heard of a division; one that goes on with an earlier order did not, whatever hinders it. */
export function wasTold({ follows, because }: Pick<MemberShare, 'follows' | 'because'>): boolean {
  return because !== 'offline' && follows === 0;
}
