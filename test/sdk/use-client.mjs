/** What a trading desk does with the installed client; tells what came of it in one line. */
export async function useClient({ createSetpointClient, SetpointError }, { url, siteId, ...credentials }) {
  const client = createSetpointClient({ url, ...credentials });
  const sites = await client.listSites();
  const entries = [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z', value: 5 }];
  const set = await client.setSchedules(siteId, [{ asset: 'grid', type: 'activePowerkW', entries }]);
  const refusal = await client
    .setSchedules(siteId, [{ asset: 'grid', type: 'activePowerkW', entries: [...entries, ...entries] }])
    .catch((error) => error);
  const types = [];
  for await (const event of client.events({ after: 'oldest', follow: false })) types.push(event.type);
  const { status } = refusal;
  return `${sites.length} ${set.scheduleVersion > 0} ${refusal instanceof SetpointError} ${status} ${types.includes('batch.accepted')}`;
}
