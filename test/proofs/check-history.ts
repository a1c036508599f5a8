import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from '../model/is-schedule-request.ts';
import { listCommands } from '../model/list-commands.ts';
import { rules } from '../model/rules.ts';
import { type SiteState, applyCommands, pairOf } from '../model/site-state.ts';
import type { History, Post, Read } from './history.ts';
import type { LoggedBatch, LoggedSite } from './read-batch-log.ts';

type States = readonly (readonly Command[])[];

/** Compares the log of versions with every answer there was; the list of what does not fit is empty when all does. */
export function checkHistory(log: readonly LoggedSite[], history: History): string[] {
  const known = new Set(log.map(({ siteId }) => siteId));
  const posts = Map.groupBy(history.posts, ({ siteId }) => siteId);
  const reads = Map.groupBy(history.reads, ({ siteId }) => siteId);
  const lost = [...posts.keys()].filter((siteId) => !known.has(siteId)).map((siteId) => `site ${siteId} is gone`);
  return [
    ...lost,
    ...log.flatMap((site) => checkSite(site, posts.get(site.siteId) ?? [], reads.get(site.siteId) ?? [])),
  ];
}

function checkSite(site: LoggedSite, posts: readonly Post[], reads: readonly Read[]): string[] {
  const { states, faults } = replaySite(site);
  const postByVersion = matchPosts(site, posts, states);
  return [
    ...faults,
    ...findLost(site, posts),
    ...findUnexplained(site, postByVersion, states),
    ...findReordered(site, postByVersion),
    ...reads.flatMap((read) => checkRead(read, posts, states)),
    ...posts.flatMap((post) => checkRejection(post, posts, states)),
  ].map((fault) => `${fault} [${site.siteId}]`);
}

function findLost(site: LoggedSite, posts: readonly Post[]): string[] {
  return posts.flatMap(({ outcome }) => {
    if (outcome.kind !== 'accepted') return [];
    const logged = site.batches.filter(({ batchId }) => batchId === outcome.batchId);
    const [batch] = logged;
    const isThere = logged.length === 1 && batch?.version === outcome.version && batch.accepted === outcome.accepted;
    return isThere ? [] : [`acknowledged batch ${outcome.batchId}, version ${outcome.version}, is lost or altered`];
  });
}

// An acknowledged batch is found by its id, one whose answer never came by what it did.
function matchPosts(site: LoggedSite, posts: readonly Post[], states: States): Map<number, Post> {
  const acknowledged = new Map(
    posts.flatMap((post) => (post.outcome.kind === 'accepted' ? [[post.outcome.batchId, post]] : [])),
  );
  const open = new Set(posts.filter(({ outcome }) => outcome.kind === 'open'));
  const matched = new Map<number, Post>();
  for (const batch of site.batches) {
    const post = acknowledged.get(batch.batchId) ?? [...open].find((one) => explains(one, batch, states));
    if (post === undefined) continue;
    open.delete(post);
    matched.set(batch.version, post);
  }
  return matched;
}

function findUnexplained(site: LoggedSite, postByVersion: Map<number, Post>, states: States): string[] {
  return site.batches.flatMap((batch) => {
    const post = postByVersion.get(batch.version);
    if (post === undefined) return [`version ${batch.version} was applied, but nobody's open request explains it`];
    return explains(post, batch, states) ? [] : [`version ${batch.version} did something other than was asked`];
  });
}

function explains(post: Post, batch: LoggedBatch, states: States): boolean {
  const before = stateOf(states[batch.version - 1] ?? []);
  const after = applyCommands(before, post.commands);
  return (
    batch.accepted === post.commands.length &&
    !isRejected(post, before) &&
    isDeepStrictEqual(listCommands(after), states[batch.version])
  );
}

// A batch that was answered before another one was sent has the lower version.
function findReordered(site: LoggedSite, postByVersion: Map<number, Post>): string[] {
  let latestSentAt = 0;
  return site.batches.flatMap(({ version }) => {
    const post = postByVersion.get(version);
    if (post === undefined) return [];
    const isLate = post.answeredAt < latestSentAt;
    latestSentAt = Math.max(latestSentAt, post.sentAt);
    return isLate ? [`version ${version} was answered before an earlier version was even asked for`] : [];
  });
}

function checkRead(read: Read, posts: readonly Post[], states: States): string[] {
  const [lowest, highest] = versionsDuring(read, posts);
  if (read.version < lowest || read.version > highest) {
    return [`a read showed version ${read.version}; ${lowest} to ${highest} were possible`];
  }
  return isDeepStrictEqual(states[read.version], read.schedules)
    ? []
    : [`a read of version ${read.version} showed something else`];
}

function checkRejection(post: Post, posts: readonly Post[], states: States): string[] {
  if (post.outcome.kind !== 'rejected') return [];
  const [lowest, highest] = versionsDuring(post, posts);
  const possible = states.slice(lowest, highest + 1);
  return possible.some((state) => isRejected(post, stateOf(state)))
    ? []
    : [`a batch was rejected that fits every version from ${lowest} to ${highest}`];
}

/** What had been answered before it was sent, to what had been asked for before it was answered. */
function versionsDuring(span: { sentAt: number; answeredAt: number }, posts: readonly Post[]): [number, number] {
  const answered = posts.flatMap(({ outcome, answeredAt }) =>
    outcome.kind === 'accepted' && answeredAt < span.sentAt ? [outcome.version] : [],
  );
  const asked = posts.filter(
    ({ outcome, sentAt }) => (outcome.kind === 'accepted' || outcome.kind === 'open') && sentAt <= span.answeredAt,
  );
  return [Math.max(0, ...answered), asked.length];
}

function isRejected({ commands }: Post, before: SiteState): boolean {
  const after = applyCommands(before, commands);
  return rules.some(({ isBroken }) => isBroken({ commands, after }));
}

function stateOf(listed: readonly Command[]): SiteState {
  return new Map(listed.map((command) => [pairOf(command), command.entries]));
}

/** Replays a site's batch log from nothing and compares it with what the same file says besides. */
function replaySite(site: LoggedSite) {
  const faults: string[] = [];
  const states: (readonly Command[])[] = [[]];
  let state: SiteState = new Map();
  site.batches.forEach((batch, index) => {
    const place = `site ${site.siteId}, batch ${batch.batchId} at version ${batch.version}`;
    if (batch.version !== index + 1) faults.push(`${place}: ${index + 1} was expected`);
    state = new Map([...state, ...batch.commands.map((command) => [pairOf(command), command.entries] as const)]);
    const listed = listCommands(state);
    states.push(listed);
    if (!isHash(batch.stateHash, hashOf(listed))) faults.push(`${place}: the state hash is another`);
    if (listed.filter(({ asset }) => asset === 'bess').length > 1) faults.push(`${place}: both battery commands`);
  });
  const last = states.at(-1) ?? [];
  if (site.version !== site.batches.length) faults.push(`site ${site.siteId} stands at version ${site.version}`);
  if (site.stateHash !== hashOf(last)) faults.push(`site ${site.siteId}: the state hash is another`);
  if (!isDeepStrictEqual(listCommands(new Map(site.set.map((one) => [pairOf(one), one.entries]))), last)) {
    faults.push(`site ${site.siteId}: what is set is not what the log adds up to`);
  }
  return { states, faults };
}

/** Whether the log has a hash, or its beginning. */
function isHash(logged: string, whole: string): boolean {
  return logged === whole || (logged.length >= 8 && whole.startsWith(logged));
}

/** The hash that a state has by its definition: one line a pair, with the hash of the text that a read returns. */
export function hashOf(listed: readonly Command[]): string {
  if (listed.length === 0) return '';
  return sha256(listed.map((command) => `${pairOf(command)} ${sha256(JSON.stringify(command))}\n`).join(''));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
