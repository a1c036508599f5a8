import type { SecondPower } from '../fleet/roaming-controllers.ts';
import type { Setpoint } from './start-setpoint.ts';

/** What came of the orders of one signal that asked a controller for a second power. */
interface Judged {
  /** Of one division: what must not be. */
  readonly ofOneDivision: number;
  readonly dividedAgain: number;
  /** Where it was divided again: how many members had another reason for no more than before, by reason. */
  readonly because: string;
}

interface SiteOrder {
  readonly sequence: number;
  readonly at: string;
  readonly kW: number;
  readonly signal?: { readonly round: number };
}

interface Shares {
  readonly shares: readonly { readonly siteId: string; readonly because: string | null }[];
}

type Read = <Body>(path: string) => Promise<Body>;

/** A signal may be divided again while it holds: asks the service which division each of both powers was of. */
export async function judgeSeconds(
  { url, token }: Pick<Setpoint, 'url' | 'token'>,
  { poolId, seconds }: { readonly poolId: string; readonly seconds: readonly SecondPower[] },
): Promise<Judged> {
  const read: Read = async <Body>(path: string) => {
    const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    return (await response.json()) as Body;
  };
  const judged = { ofOneDivision: 0, dividedAgain: 0 };
  const members = new Map<string, number>();
  const told = new Set<string>();
  for (const second of seconds) {
    const divisions = await divisionsOf(read, second);
    if (divisions === undefined) {
      judged.ofOneDivision += 1;
      continue;
    }
    judged.dividedAgain += 1;
    const name = `${second.sequence} ${divisions.second.signal?.round}`;
    if (told.has(name)) continue;
    told.add(name);
    const sharesAt = ({ at }: SiteOrder) => read<Shares>(`/api/v1/fleet/pools/${poolId}/shares?at=${at}&limit=1000`);
    for (const because of newIn(await sharesAt(divisions.first), await sharesAt(divisions.second))) {
      members.set(because, (members.get(because) ?? 0) + 1);
    }
  }
  return { ...judged, because: [...members].map(([because, count]) => `${because} × ${count}`).join(', ') };
}

/** The two divisions that both powers were of; undefined where there are not two. */
async function divisionsOf(read: Read, { siteId, sequence, at, watts }: SecondPower) {
  const orderAt = async (ms: number) => {
    const path = `/api/v1/fleet/sites/${siteId}/orders?at=${new Date(ms).toISOString()}`;
    const { orders } = await read<{ readonly orders: readonly SiteOrder[] }>(path);
    return orders.find((order) => order.sequence === sequence);
  };
  const isOf = (order: SiteOrder, power: number) => Math.round(order.kW * 1_000) === power;
  let later: SiteOrder | undefined;
  for (let order = await orderAt(at); order !== undefined; order = await orderAt(Date.parse(order.at) - 1)) {
    if (later !== undefined && isOf(order, watts.first)) return { first: order, second: later };
    if (isOf(order, watts.second)) later = order;
  }
  return undefined;
}

function newIn(before: Shares, after: Shares): string[] {
  const known = new Map(before.shares.map(({ siteId, because }) => [siteId, because]));
  return after.shares.flatMap(({ siteId, because }) => {
    return because === null || because === known.get(siteId) ? [] : [because];
  });
}
