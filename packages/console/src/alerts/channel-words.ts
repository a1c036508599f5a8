import type { AlertChannel } from '@setpoint/contract';

interface ChannelWords {
  readonly choice: string;
  readonly target: string;
  readonly example: string;
}

/** How an alert can be sent. */
export const CHANNEL_WORDS: Readonly<Record<AlertChannel, ChannelWords>> = {
  email: { choice: 'E-mail', target: 'Mailbox', example: 'dispatch@example.com' },
  slack: {
    choice: 'Slack, Mattermost or Teams',
    target: 'Address of the incoming webhook',
    example: 'https://hooks.slack.com/services/…',
  },
  pagerduty: { choice: 'PagerDuty', target: 'Routing key (Events API v2)', example: '32 characters' },
  webhook: { choice: 'Webhook, signed', target: 'Address', example: 'https://example.com/alerts' },
};
