import { type ChangeWebhookRequest, EVENT_TYPES, type EventType, type Webhook } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { listText } from '../text/list-text.ts';
import { confirmRemoval } from '../shell/confirm-removal.ts';
import { withExamples } from '../shell/with-examples.ts';

interface AddOptions {
  readonly types?: EventType[];
  readonly after?: string;
}

interface ChangeOptions {
  readonly url?: string;
  readonly types?: (EventType | typeof EVERY_TYPE)[];
}

const EVERY_TYPE = 'all';

/** `setpoint webhook …` */
export function webhookCommands(program: Command, shell: Shell): void {
  const webhook = program.command('webhook').description('manage the addresses to which events are sent');
  withExamples(
    webhook
      .command('add')
      .description('register an https address')
      .argument('<url>', 'the address to which events are sent')
      .addOption(new Option('--types <types...>', 'only events of these types').choices(EVENT_TYPES))
      .option('--after <id>', 'begin after the event with this id, or at the `oldest` that is kept')
      .action((url: string, options: AddOptions) => addWebhook(shell, url, options)),
    'setpoint webhook add https://example.com/setpoint --types site.offline site.online',
  );
  webhook
    .command('list')
    .description('list the webhooks of this client')
    .action(() => listWebhooks(shell));
  addActions(webhook, shell);
}

function addActions(webhook: Command, shell: Shell): void {
  const calls = () => shell.client().webhooks;
  const action = (name: string, description: string) =>
    webhook.command(name).description(description).argument('<webhook id>', 'the id of the webhook');
  action('show', 'show the state of a webhook').action(async (id: string) =>
    showWebhook(shell, await calls().read(id)),
  );
  action('change', 'change a webhook; options that are left out stay as they are')
    .option('--url <url>', 'another address')
    .addOption(
      new Option('--types <types...>', 'only events of these types, or of `all`').choices([EVERY_TYPE, ...EVENT_TYPES]),
    )
    .action(async (id: string, options: ChangeOptions) =>
      showWebhook(shell, await calls().change(id, changeOf(options))),
    );
  action('test', 'send a test message').action(async (id: string) => {
    const result = await calls().test(id);
    shell.print(result, `${result.error ?? 'accepted'} (status ${result.status ?? 'none'}, ${result.ms} ms)`);
  });
  action('replay', 'send the events after one of them again')
    .argument('<after>', 'the id of the event, or `oldest`')
    .action(async (id: string, after: string) => showWebhook(shell, await calls().replay(id, after)));
  action('log', 'list the latest attempts').action(async (id: string) => {
    const page = await calls().deliveries(id);
    const text = listText(page.deliveries, {
      AT: ({ at }) => at,
      TYPE: ({ type }) => type,
      ATTEMPT: ({ attempt }) => String(attempt),
      STATUS: ({ status }) => String(status ?? '-'),
      TOOK: ({ ms }) => `${ms} ms`,
      RESULT: ({ error }) => error ?? 'accepted',
    });
    shell.print(page, text);
  });
  action('secret', 'make another secret; for 24 h messages are signed with both').action(async (id: string) => {
    const made = await calls().addSecret(id);
    shell.print(made, `Made another secret. Keep it: it is not shown again.\n${fieldsText([['secret', made.secret]])}`);
  });
  const remove = action('remove', 'remove a webhook with its log').option('--yes', 'do not ask for confirmation');
  remove.action(async (id: string, { yes }: { yes?: true }) => {
    await confirmRemoval({ noun: 'webhook', id, name: id, losing: 'with its log', typed: id, isSure: yes === true });
    await calls().remove(id);
    shell.print({ webhookId: id, isRemoved: true }, `Removed the webhook ${id}.`);
  });
}

function changeOf({ types, ...change }: ChangeOptions): ChangeWebhookRequest {
  if (types === undefined) return change;
  return { ...change, types: types.includes(EVERY_TYPE) ? null : types.filter((type) => type !== EVERY_TYPE) };
}

async function addWebhook(shell: Shell, url: string, options: AddOptions): Promise<void> {
  const added = await shell.client().webhooks.add({ url, ...options });
  const fields = fieldsText([
    ['webhook id', added.webhookId],
    ['secret', added.secret],
  ]);
  shell.print(added, `Registered ${added.url}. Keep its secret: it is not shown again.\n${fields}`);
}

async function listWebhooks(shell: Shell): Promise<void> {
  const list = await shell.client().webhooks.list();
  const text = listText(list.webhooks, {
    'WEBHOOK ID': ({ webhookId }) => webhookId,
    STATE: ({ state }) => state,
    URL: ({ url }) => url,
    TYPES: ({ types }) => types?.join() ?? 'all',
  });
  shell.print(list, text);
}

function showWebhook(shell: Shell, webhook: Webhook): void {
  const { webhookId, url, state, attempts, deliveredUpTo, nextAttemptAt } = webhook;
  const fields: [string, string][] = [
    ['webhook id', webhookId],
    ['url', url],
    ['state', state],
    ['delivered up to', deliveredUpTo],
    ['failed attempts', String(attempts)],
  ];
  if (nextAttemptAt !== null) fields.push(['next attempt', nextAttemptAt]);
  shell.print(webhook, fieldsText(fields));
}
