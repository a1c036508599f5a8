/** What a trading desk does with the installed client; tells what came of it in one line. */
export async function useClient({ createSetpointClient, SetpointError }, { url, siteId, ...credentials }) {
  const client = createSetpointClient({ url, ...credentials });
  const sites = await client.listSites();
  const entries = [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z', value: 5 }];
  const set = await client.setSchedules(siteId, [{ asset: 'grid', type: 'activePowerkW', entries }]);
  const refusal = await client
    .setSchedules(siteId, [{ asset: 'grid', type: 'activePowerkW', entries: [...entries, ...entries] }])
    .catch((error) => error);
  const again = await spliceOverBrokenLine(createSetpointClient, { url, siteId, ...credentials });
  const values = { startAt: '2030-01-03T00:00:00Z', stepMinutes: 15, values: [1, 2, 3] };
  const [site] = await client.portfolio([
    { siteId, schedules: [{ asset: 'grid', type: 'activePowerkW', entries: values }] },
  ]);
  const types = [];
  for await (const event of client.events({ after: 'oldest', follow: false })) types.push(event.type);
  const followed = await followBrokenStream(createSetpointClient, { url, ...credentials });
  return [
    sites.length,
    set.scheduleVersion > 0,
    refusal instanceof SetpointError,
    refusal.status,
    again.isReplayed && again.scheduleVersion === set.scheduleVersion + 1,
    site.status,
    types.filter((type) => type === 'batch.accepted').length === followed.length,
    new Set(followed).size === followed.length,
  ].join(' ');
}

// The request arrives, its answer does not.
async function spliceOverBrokenLine(createSetpointClient, { siteId, ...options }) {
  let isBroken = true;
  const fetch = async (address, init) => {
    const answer = await globalThis.fetch(address, init);
    if (!isBroken || init.method !== 'PATCH') return answer;
    isBroken = false;
    throw new TypeError('the line broke');
  };
  const client = createSetpointClient({ ...options, fetch });
  const entries = [{ startAt: '2030-01-02T00:00:00Z', endAt: '2030-01-02T01:00:00Z', value: 7 }];
  const window = { from: '2030-01-02T00:00:00Z', to: '2030-01-03T00:00:00Z' };
  return client.splice(siteId, { ...window, schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
}

// Each connection brings what the log has, and ends there; the next one goes on from there.
async function followBrokenStream(createSetpointClient, options) {
  const ending = new AbortController();
  let connections = 0;
  const fetch = (address, init) => {
    if (!String(address).includes('/events')) return globalThis.fetch(address, init);
    connections += 1;
    if (connections === 3) ending.abort();
    return globalThis.fetch(String(address).replace('follow=true', 'follow=false'), init);
  };
  const client = createSetpointClient({ ...options, fetch });
  const ids = [];
  for await (const event of client.events({ types: ['batch.accepted'], after: 'oldest', signal: ending.signal })) {
    ids.push(event.id);
  }
  return ids;
}
