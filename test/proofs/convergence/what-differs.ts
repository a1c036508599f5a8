import type { ControllerDisk } from './start-controller.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

export interface Compared {
  readonly disk: SimulatedDisk;
  readonly site: { readonly siteId: string; readonly binding: string; readonly disk: ControllerDisk };
  /** What the controller says that it has. */
  readonly revision: string | undefined;
  readonly nowMs: number;
}

const REPORTED_WITHIN_MS = 60_000;

/** In what a controller, and what the service knows of it, are not as they are stored; read with SQL alone. */
export function whatDiffers({ disk, site, revision, nowMs }: Compared): string[] {
  const { siteId, binding } = site;
  const [stored] = disk.rows(SITE, siteId);
  if (stored === undefined) return [`site ${siteId} is gone`];
  const { epoch, version, state_hash: hash, revision: reported } = stored;
  const expected = [epoch, version, hash === '' ? '00000000' : String(hash).slice(0, 8)].join('.');
  const set = disk.rows('SELECT text FROM set_command WHERE site_id = ? ORDER BY asset, type', siteId);
  const isHeld = disk.rows('SELECT hold_id FROM site_hold WHERE site_id = ?', siteId).length > 0;
  // A hold leaves limits in: without them a site would be freer than before.
  const sent = set.map(({ text }) => parsed(text)).filter(({ type }) => !isHeld || type.endsWith('LimitkW'));
  const differences = {
    'the controller has': [revision, expected],
    'on its disk is': [kept(site.disk), JSON.stringify(sent)],
    'it was reported to have': [reported, expected],
    'it was last heard of in time': [nowMs - Number(stored['reported_at']) <= REPORTED_WITHIN_MS, true],
    'it counts as disconnected at': [stored['disconnected_at'], null],
  };
  return Object.entries(differences)
    .filter(([, [is, shouldBe]]) => is !== shouldBe)
    .map(([what, [is, shouldBe]]) => `${binding} ${siteId.slice(-2)}: ${what} ${String(is)}, not ${String(shouldBe)}`);
}

const SITE = `SELECT epoch, version, state_hash, revision, reported_at, disconnected_at
  FROM site JOIN store_state LEFT JOIN site_state USING (site_id) WHERE site_id = ?`;

interface Plain {
  readonly asset: string;
  readonly type: string;
  readonly entries: readonly { readonly startAt: string; readonly endAt: string; readonly value: number }[];
}

function kept({ document }: ControllerDisk): string {
  const commands = (document as { commands: readonly Plain[] } | undefined)?.commands ?? [];
  const order = ({ asset, type }: Plain) => `${asset} ${type}`;
  return JSON.stringify(commands.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).map(plain));
}

function parsed(text: unknown): Plain {
  return plain(JSON.parse(String(text)) as Plain);
}

function plain({ asset, type, entries }: Plain): Plain {
  const instant = (at: string) => new Date(at).toISOString();
  return {
    asset,
    type,
    entries: entries.map(({ startAt, endAt, value }) => ({ startAt: instant(startAt), endAt: instant(endAt), value })),
  };
}
