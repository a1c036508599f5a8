import type { ScheduleSnapshot } from '@setpoint/contract';
import { type Follower, followSite } from '../follow-site.ts';
import type { SiteLogin } from '../../support/service/service-client.ts';
import { type Ask, askAt } from './ask.ts';
import { commandOf } from './make-world.ts';
import { beat } from './pause.ts';
import type { Now, Phase } from './phase.ts';
import type { World } from './world.ts';

const POST_EVERY_MS = 100;
const GIVE_UP_MS = 10_000;
const REPORT_EVERY_MS = 5_000;
// A hold leaves limits in force: they reach the controller all the same.
const TYPE = 'upperLimitkW';
const ENTRIES = 96;

/** A batch that was answered with 201. */
export interface Acknowledged {
  readonly siteId: string;
  readonly batchId: string;
  readonly version: number;
  readonly at: number;
}

interface PostedSite {
  readonly login: SiteLogin;
  readonly follower: Follower;
  isBusy: boolean;
  /** Grows from batch to batch; a snapshot with a later one holds the earlier. */
  arrived: number;
  wake: () => void;
}

/** Sets one site after the other, and waits for each batch where it is to take effect. */
export async function postToControllers(
  world: World,
  now: Now,
  onAcknowledged: (batch: Acknowledged) => void,
): Promise<void> {
  const ask = askAt(world, { withinMs: GIVE_UP_MS, connections: 8 });
  const sites = await Promise.all(world.postedSites.map((login) => follow(world, login)));
  let value = 0;
  let turn = 0;
  await beat(POST_EVERY_MS, now.over, () => {
    turn += 1;
    const site = sites[turn % sites.length];
    // It is still at the one before, which counts for itself.
    if (site === undefined || site.isBusy) return;
    const { phase } = now;
    phase.track(postOnce({ ask, token: world.traderToken, site, value: (value += 1), phase, onAcknowledged }));
  });
  for (const { follower } of sites) await follower[Symbol.asyncDispose]();
}

async function follow({ mqttPort }: World, login: SiteLogin): Promise<PostedSite> {
  const onSnapshot = ({ commands }: ScheduleSnapshot) => {
    const set = commands.find(({ type }) => type === TYPE);
    site.arrived = Math.max(site.arrived, set?.entries[0]?.value ?? 0);
    site.wake();
  };
  const follower = await followSite([mqttPort], login, { reportEveryMs: REPORT_EVERY_MS, onSnapshot });
  const site: PostedSite = { login, follower, isBusy: false, arrived: 0, wake: () => undefined };
  return site;
}

interface Posting {
  readonly ask: Ask;
  readonly token: string;
  readonly site: PostedSite;
  readonly value: number;
  readonly phase: Phase;
  readonly onAcknowledged: (batch: Acknowledged) => void;
}

async function postOnce({ ask, token, site, value, phase, onAcknowledged }: Posting): Promise<void> {
  const startedAt = performance.now();
  site.isBusy = true;
  try {
    const { siteId } = site.login;
    const path = `/api/v1/public/sites/${siteId}/schedules`;
    const body = JSON.stringify({ schedules: [commandOf(TYPE, ENTRIES, value)] });
    const { status, text, version } = await ask({ method: 'POST', path, token, body });
    if (status !== 201) return phase.fail('postMs', `POST: ${status || text}`);
    const { batchId } = JSON.parse(text) as { batchId: string };
    onAcknowledged({ siteId, batchId, version, at: performance.now() });
    const isThere = await hasArrived(site, value);
    if (isThere) phase.note('postMs', performance.now() - startedAt);
    else phase.fail('postMs', 'no snapshot for a batch');
  } finally {
    site.isBusy = false;
  }
}

async function hasArrived(site: PostedSite, value: number): Promise<boolean> {
  const giveUp = AbortSignal.timeout(GIVE_UP_MS);
  giveUp.addEventListener('abort', () => site.wake());
  while (site.arrived < value && !giveUp.aborted) {
    await new Promise<void>((resolve) => (site.wake = resolve));
  }
  return site.arrived >= value;
}
