import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHere } from '@setpoint/cli/testing/run-here';
import { serveTests } from '../../support/service/serve-tests.ts';

type Words = string | RegExp;

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const ISSUER = ['--issuer', 'https://id.example'];
const text = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;

/** Commands in the order in which somebody gives them, each with what it says as JSON, or in words. */
const COMMANDS: readonly (readonly [command: string, says: Words | object])[] = [
  [
    'site add Werk --time-zone Europe/Berlin',
    { siteId: text(UUID_V4), siteName: 'Werk', timeZone: 'Europe/Berlin', controllerKey: text(/^sck_[\w-]{43}$/) },
  ],
  ['site add Hafen --id 2C8F1A4E-0000-7000-8000-ABCDEF000002', /2c8f1a4e-0000-7000-8000-abcdef000002[^]*sck_[\w-]{43}/],
  ['site list', /^\S+ {2}Werk +Europe\/Berlin {2}20/m],
  ['site list --attention --name werk', /^\S+ {2}Werk +the controller has never reported$/m],
  ['site show wer', { siteName: 'Werk', delivery: { state: 'unreachable' }, devices: null }],
  ['site show wer', /^"wer" is the site Werk \([^]*offline, never reported/],
  ['site add Hafen', /Another site is called "Hafen", too: [\da-f-]{36}\. Name each by its id\.\n/],
  ['client add Trader', { clientName: 'Trader', clientSecret: text(/^scs_[\w-]{43}$/) }],
  ['client add Trader', /Another client is called "Trader", too: /],
  ['client add Desk --scope sites:read', { clientName: 'Desk' }],
  ['grant Desk --site Werk --can read', { can: 'read' }],
  ['grant Desk --site Werk --can read --until 2099-01-01', /until 2098-12-31T23:00:00.000Z/],
  ['revoke Desk --site Werk', { isRevoked: true }],
  ['grant Desk --all-sites --can read', /Desk/],
  ['client list', /^\S+ {2}Desk +enabled +sites:read +read all sites$/m],
  ['revoke Desk --all-sites', /Desk/],
  ['client disable Desk', { isEnabled: false }],
  ['client enable Desk', /Desk/],
  ['client secret add Desk', { clientSecret: text(/^scs_/) }],
  [`client subject add Desk ${ISSUER.join(' ')} --subject robot`, { isMapped: true }],
  ['client show Desk', /robot of https:\/\/id\.example/],
  [`client subject remove Desk ${ISSUER.join(' ')} --subject robot`, /Desk/],
  ['client show Desk', { subjects: [] }],
  [
    'client change Desk --name Night --scope sites:read audit:read',
    /^Changed the client Night \(\S+\), with the scopes sites:read audit:read\.\n$/,
  ],
  [
    'client change Night --scope sites:read',
    /scopes sites:read\. Its tokens, sessions and sign-in links have ended; its secrets stay valid\.\n$/,
  ],
  ['pool add North --service afrr', { poolName: 'North' }],
  ['pool show nor', { poolName: 'North', seat: null, signal: null }],
  ['pool show North', /1h/],
  [`group add trading ${ISSUER.join(' ')}`, { groupName: 'trading' }],
  ['role grant dispatcher --group trading --site Werk', { role: 'dispatcher' }],
  ['group list', { groups: [{ groupName: 'trading', roles: [{ role: 'dispatcher' }] }] }],
  ['role revoke --group trading --site Werk', { isTaken: true }],
  [`person add Ada ${ISSUER.join(' ')} --subject 42`, { personName: 'Ada' }],
  ['role grant operator --all-sites --person 42 --yes', { role: 'operator' }],
  ['person show 42', { roles: [{ allSites: true, role: 'operator' }] }],
  ['person disable 42', { isEnabled: false }],
  [`person remove 42 ${ISSUER.join(' ')} --yes`, { isRemoved: true }],
  ['group remove trading --yes', { isRemoved: true }],
  ['whoami', { kind: 'client', name: 'operator' }],
  ['status', { status: { store: 'sqlite', isWritable: true }, nodes: { total: 1, serving: 1 } }],
  ['status', /1 of 1 serving[^]*^ +MQTT +0 controllers, 0 of \d+ connections$/m],
  ['node list', { nodes: [{ state: 'serving' }] }],
  ['node list', /^NODE ID .*\n.*serving, chosen/],
  ['site measurements Werk', /^Nothing was measured from /],
  ['site measurements Werk --csv', 'startAt,endAt,asset,activePowerkW,soc\n'],
  ['site history Werk', 'Nothing has been set on this site yet.\n'],
  [
    'schedule set Werk grid.activePowerkW 500 --from 2099-01-01 --to 2099-01-02',
    'Set grid.activePowerkW to 500 kW, 2099-01-01 00:00 to 2099-01-02 00:00 Europe/Berlin. The schedule is at version 1.\n',
  ],
  ['schedule set Werk grid.activePowerkW -250 --from 2099-01-01T06:00Z --to 2099-01-01T08:00Z', /version 2\.\n$/],
  [
    'schedule set Werk bess.activePowerkW 5 --for 2h --check',
    /^Nothing is set yet\. This would be accepted: bess\.activePowerkW to 5 kW, /,
  ],
  [
    'schedule show Werk',
    `asset,type,startAt,endAt,value
grid,activePowerkW,2098-12-31T23:00:00.000Z,2099-01-01T06:00:00Z,500
grid,activePowerkW,2099-01-01T06:00:00Z,2099-01-01T08:00:00Z,-250
grid,activePowerkW,2099-01-01T08:00:00Z,2099-01-01T23:00:00.000Z,500
`,
  ],
  [
    'schedule clear Werk --from 2099-01-01T06:00Z --to 2099-01-01T08:00Z --yes',
    /^Cleared 1 entry of grid\.activePowerkW on Werk, 2099-01-01 06:00 to 08:00 UTC\. /,
  ],
  [
    'schedule clear Werk --from 2099-01-01T06:00Z --to 2099-01-01T08:00Z --yes',
    'Nothing is set on Werk in that time.\n',
  ],
  ['hold --all --dry-run', 'This would hold 3 sites. Nothing is held: this was a dry run.\n'],
  ['hold --site wer --dry-run', /This would hold 1 site\. /],
  ['hold --pool North --dry-run', /^This would hold 0 sites\. /],
  ['hold --client Night --dry-run', /^This would hold at most 0 sites, those that /],
  ['hold list', 'Nothing is held.\n'],
  [
    'site acknowledge wer trouble:clock_off 2h --note noon',
    /trouble:clock_off at Werk is acknowledged until \S+Z\.\n$/,
  ],
  ['site acknowledged', /^Werk +trouble:clock_off +\S+Z +operator +noon$/m],
  ['site acknowledge wer trouble:clock_off off', /trouble:clock_off at Werk is no longer acknowledged\.\n$/],
  ['site acknowledged', 'No problem is acknowledged.\n'],
  ['webhook add https://a.example/ --types site.online', { types: ['site.online'] }],
  ['pool remove North --yes', /North/],
  ['client remove Night', { isRemoved: true }],
  ['site remove Werk --yes', { siteName: 'Werk', isRemoved: true }],
];

describe('the command line beside a running service', () => {
  const serving = serveTests();

  it('uses the credential that the service left for its owner alone', () => {
    expect(statSync(join(serving.folder, 'operator.json')).mode & 0o777).toBe(0o600);
  });

  it.each(COMMANDS)('%s', async (command, says) => {
    const isJson = typeof says === 'object' && !(says instanceof RegExp);
    const { code, out, error } = await serving.run(...command.split(' '), ...(isJson ? ['--json'] : []));
    expect({ code, out, error }).toMatchObject({ code: 0 });
    if (isJson) expect([JSON.parse(out), error]).toMatchObject([says, '']);
    else if (typeof says === 'string') expect(out).toBe(says);
    // What it took a name for, or what bears the same, goes to the other stream.
    else expect(error + out).toMatch(says);
  });

  it('prints a token and nothing else', async () => {
    const { code, out, error } = await serving.run('token');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(await statusWith(out.trim())).toBe(200);
  });

  it('speaks for the client that the environment names, as long as that may', async () => {
    const added = JSON.parse((await serving.run('client', 'add', 'Robot', '--json')).out) as Record<string, string>;
    const { clientId = '', clientSecret = '' } = added;
    const named = {
      SETPOINT_URL: serving.service.url,
      SETPOINT_CLIENT_ID: clientId,
      SETPOINT_CLIENT_SECRET: clientSecret,
    };
    await expect(runHere(['token'], named)).resolves.toMatchObject({ code: 0 });
    await expect(runHere(['site', 'list'], named)).resolves.toMatchObject({
      code: 1,
      out: '',
      error: text(/fleet:admin/),
    });
    const wrong = await runHere(['token', '--json'], { ...named, SETPOINT_CLIENT_SECRET: 'wrong' });
    expect([wrong.code, JSON.parse(wrong.error)]).toMatchObject([1, { error: 'invalid_client' }]);
    await serving.run('client', 'disable', clientId);
    await expect(runHere(['token'], named)).resolves.toMatchObject({ code: 1, out: '' });
  });

  it('asks for an id when a name is not the only one of its kind', async () => {
    for (const _ of ['one', 'other']) await serving.run('site', 'add', 'twin');
    const { code, error } = await serving.run('site', 'remove', 'twin', '--yes', '--json');
    expect([code, JSON.parse(error)]).toMatchObject([1, { error: 'ambiguous' }]);
  });

  it('says when its database cannot be reached, without the password', async () => {
    const elsewhere = { DATABASE_URL: 'postgres://setpoint:hidden@127.0.0.1:1/setpoint' };
    const { code, error } = await runHere(['config', 'check'], elsewhere);
    expect([code, error]).toEqual([78, text(/DATABASE_URL: .+ECONNREFUSED/)]);
    expect(error).not.toContain('hidden');
    const fine = await runHere(['config', 'check'], { SETPOINT_DATA_DIR: serving.folder });
    expect(fine.out).toMatch(/^The store is .+, last used by release .+\. Its schema is up to date \(\d{4}-.+\)\.$/m);
  });

  async function statusWith(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${serving.service.url}/api/v1/public/sites`, { headers })).status;
  }
});
