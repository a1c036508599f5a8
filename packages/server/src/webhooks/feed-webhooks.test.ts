import type { ClientId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { StoredWebhook } from './read-webhook.ts';
import { dealAttempts } from './feed-webhooks.ts';

/** `a1` is a webhook of the client `a`, `-1` that of an alert; with a `!` it fails. */
function drawn(names: string): StoredWebhook[] {
  return names
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => ({
      webhookId: name,
      clientId: name.startsWith('-') ? null : (name.slice(0, 1) as ClientId),
      channel: 'webhook',
      url: '',
      types: undefined,
      createdAt: 0,
      isParked: false,
      position: { epoch: 0, tx: 0, n: 0, k: 0 },
      lastEvent: undefined,
      turn: 0,
      attempt: name.endsWith('!') ? 1 : 0,
      failingSince: null,
      nextAt: 0,
    }));
}

describe('attempts are dealt out', () => {
  it.each([
    ['a1 a2 a3 a4 a5', '', 'a1 a2 a3 a4', 'a few to each client'],
    ['a1 a2 a3 a4 a5 b1', '', 'a1 a2 a3 a4 b1', 'to each client its own'],
    ['a5 b1', 'a1 a2 a3 a4', 'b1', 'none to a client that has its share'],
    ['a4 a5', 'a1 a2 a3', 'a4', 'what is left of a share'],
    ['a1! a2! a3! a4!', '', 'a1! a2!', 'half of a share to those that fail'],
    ['a1! a2! a3! a4 a5', '', 'a1! a2! a4 a5', 'the other half to those that do not'],
    ['a3! a4', 'a1! a2!', 'a4', 'counting those that fail and are under way'],
    ['b1! b2!', 'a1! a2!', 'b1! b2!', 'whatever fails of others'],
    ['-1! -2! -3! -4! -5! -6!', 'a1', '-1! -2! -3! -4! -5! -6!', 'to each alert its own'],
  ])('%s beside %s: %s (%s)', (waiting, underway, dealt) => {
    expect(dealAttempts(drawn(waiting), drawn(underway), { atOnce: 4 })).toEqual(drawn(dealt));
  });

  it('one at a time, if that is the share', () => {
    expect(dealAttempts(drawn('a1! a2'), [], { atOnce: 1 })).toEqual(drawn('a1!'));
  });
});
