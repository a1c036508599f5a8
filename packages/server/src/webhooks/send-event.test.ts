import { expect, it } from 'vitest';
import { numberedId } from '../../testing/numbered-id.ts';
import { openAlertWorld, SECRET } from '../../testing/open-alert-world.ts';
import { startMailServer } from '../../testing/start-mail-server.ts';
import { inEachTest } from '../../testing/of-tests.ts';

const ALERT = numberedId(1);
const SITE = numberedId(11);
const KEY = 'R'.repeat(32);

const world = inEachTest(() => openAlertWorld('SQLite'));

it.each([
  [
    'slack',
    'hook',
    [
      'Dispatch: Nord offline\n\n- Nord, since 1970-01-01T00:00:00.000Z\n\nhttps://setpoint.example.com',
      'Dispatch: Nord online again\n\n- Nord, since 1970-01-01T00:00:00.000Z\n\nhttps://setpoint.example.com',
    ].map((text) => ({ text })),
  ],
  [
    'pagerduty',
    'pager',
    [
      ['trigger', 'Dispatch: Nord offline'],
      ['resolve', 'Dispatch: Nord online again'],
    ].map(([event_action, summary]) => ({
      routing_key: KEY,
      event_action,
      dedup_key: `${ALERT}/${SITE}`,
      client: 'Setpoint',
      client_url: 'https://setpoint.example.com',
      payload: expect.objectContaining({ summary, severity: 'error', source: 'https://setpoint.example.com' }),
    })),
  ],
  [
    'webhook',
    'hook',
    ['alert.firing', 'alert.recovered'].map((type) => ({
      specversion: '1.0',
      id: expect.any(String) as unknown,
      source: 'https://setpoint.example.com/api/v1/fleet/events',
      type: `setpoint.${type}`,
      subject: ALERT,
      time: '1970-01-01T00:10:00.000Z',
      datacontenttype: 'application/json',
      data: {
        id: expect.any(String) as unknown,
        alertId: ALERT,
        alertName: 'Dispatch',
        condition: 'offline',
        subjectCount: 1,
        subjects: [{ subjectId: SITE, subjectName: 'Nord', since: '1970-01-01T00:00:00.000Z' }],
      },
    })),
  ],
] as const)('an alert goes out by %s: what began, and that it is over', async (channel, path, bodies) => {
  const target = channel === 'pagerduty' ? KEY : world.hook.urlOf('hook');
  await world.newAlert({ channel, target, secret: channel === 'webhook' ? SECRET : '' });
  await world.look();
  await world.sendDue();
  await world.hear(world.siteId);
  await world.look();
  await world.sendDue();
  expect(world.hook.taken.map(({ said }) => said)).toEqual(bodies);
  const signed = { isSigned: true, contentType: 'application/cloudevents+json' };
  const plain = { isSigned: false, contentType: 'application/json', signatures: [''] };
  for (const taken of world.hook.taken) {
    expect(taken).toMatchObject({ path: `/${path}`, ...(channel === 'webhook' ? signed : plain) });
  }
  expect(await world.lastError()).toBeNull();
});

it('an alert goes out by e-mail: what began, and that it is over', async () => {
  await using mail = await startMailServer({ secure: true });
  const mailing = { smtp: mail.smtp, timeoutMs: 5_000, ca: mail.ca };
  await world.newAlert({ channel: 'email', target: 'dispatch@example.com' });
  await world.look();
  await world.sendDue({ mailing });
  await world.hear(world.siteId);
  await world.look();
  await world.sendDue({ mailing });
  expect(mail.taken.map(({ to, text }) => [to, /^Subject: (.*)$/m.exec(text)?.[1]])).toEqual([
    [['dispatch@example.com'], 'Dispatch: Nord offline'],
    [['dispatch@example.com'], 'Dispatch: Nord online again'],
  ]);
  expect(mail.taken[0]?.text).toContain('- Nord, since 1970-01-01T00:00:00.000Z');
});

it('a name says nothing to Slack but what it is', async () => {
  const siteName = 'Nord <!channel> & <https://evil.example|sign in>';
  await world.newAlert();
  await world.query(`UPDATE site SET site_name = '${siteName}'`);
  await world.look();
  await world.sendDue();
  const text = textOf(world.hook.taken[0]);
  expect(text).toContain('- Nord &lt;!channel&gt; &amp; &lt;https://evil.example|sign in&gt;, since');
  expect(text).not.toContain('<');
});

it('ten thousand sites that are offline at once are one message, which says that it has not all', async () => {
  const sites = Array.from({ length: 10_000 }, (_, nth) => `('${numberedId(10_000 + nth)}', 'S', 'UTC', '', 0, 0, '')`);
  await world.query(`INSERT INTO site (site_id, site_name, time_zone, notes, created_at, version, state_hash)
    VALUES ${sites.join(',')}`);
  await world.newAlert();
  await world.newAlert({
    alertId: numberedId(2),
    channel: 'webhook',
    secret: SECRET,
    target: world.hook.urlOf('signed'),
  });
  await world.look();
  await world.look();
  await world.sendDue();
  expect(world.hook.taken.map(({ path }) => path).toSorted()).toEqual(['/hook', '/signed']);
  const [slack, signed] = world.hook.taken.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const text = textOf(slack);
  expect(text).toMatch(/^Dispatch: 1000 or more offline\n/);
  expect(text).toContain('- and 980 or more others\n');
  expect(text.length).toBeLessThan(2_000);
  expect(signed?.body.length).toBeLessThan(200_000);
});

function textOf(taken: { readonly said: object } | undefined): string {
  const said: { readonly text?: string } = taken?.said ?? {};
  return said.text ?? '';
}
