import { noSuch } from '../http/send/no-such.ts';
import type { Room } from '../serving/room.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { readSiteAuthority } from './read-site-authority.ts';

/** Who can command a site: for operators and auditors. */
export function authorityRoom({ store, now }: StoreAndClock): Room {
  return {
    routes(serve) {
      serve('getSiteAuthority', async ({ ids: { siteId } }) => {
        const authority = await store.read(readSiteAuthority, { siteId, now: now() });
        if (authority === undefined) throw noSuch('site');
        return authority;
      });
    },
  };
}
