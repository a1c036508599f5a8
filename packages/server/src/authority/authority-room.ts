import { noSuch } from '../http/send/no-such.ts';
import type { Room } from '../serving/room.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { readSiteAuthority } from './read-site-authority.ts';

/** Who can command a site: for operators and auditors. */
export function authorityRoom({ store, now }: StoreAndClock, { idleMs }: { readonly idleMs: number }): Room {
  return {
    routes(serve) {
      serve('getSiteAuthority', async ({ ids: { siteId } }) => {
        const at = now();
        const authority = await store.read(readSiteAuthority, { siteId, now: at, idleSince: at - idleMs });
        if (authority === undefined) throw noSuch('site');
        return authority;
      });
    },
  };
}
