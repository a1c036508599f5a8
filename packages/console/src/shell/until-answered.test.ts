import { SetpointError } from '@setpoint/client';
import { describe, expect, it } from 'vitest';
import { Unanswered, untilAnswered } from './until-answered.ts';

const LOST = answer(0);
const UNKNOWN = Object.assign(answer(503), { batchOutcome: 'unknown' });
const NOT_SENT = Object.assign(answer(0), { batchOutcome: 'not-applied' });
const OWN = new Error('another signal runs by now');

describe('an act that is sent once', () => {
  it.each([
    ['is refused', answer(400), answer(400)],
    ['is refused by a service that takes nothing now', answer(503), answer(503)],
    ['was never sent', NOT_SENT, NOT_SENT],
    ['is ended by the page itself', OWN, OWN],
    ['gets no answer', LOST, Unanswered],
    ['meets a service that fails', answer(500), Unanswered],
    ['meets a service that cannot tell', UNKNOWN, Unanswered],
  ])('%s', async (_what, cause, thrown) => {
    await expect(sent([cause], { isRepeated: false })).rejects.toEqual(
      thrown === Unanswered ? expect.any(Unanswered) : thrown,
    );
  });
});

describe('an act that may be repeated', () => {
  it.each([
    ['no answer', [LOST, LOST, answer(500), 'done']],
    ['a service that takes nothing now', [answer(503), 'done']],
    ['too many requests after no answer', [LOST, answer(429), 'done']],
  ])('is sent until it is answered: %s', async (_what, outcomes) => {
    await expect(sent(outcomes)).resolves.toEqual(['done', outcomes.length]);
  });

  it.each([
    ['a refusal', [answer(429)], answer(429)],
    ['a refusal after no answer', [LOST, answer(409)], answer(409)],
    ['signed out after no answer, which says nothing of it', [LOST, answer(401)], Unanswered],
  ])('ends at %s', async (_what, outcomes, thrown) => {
    await expect(sent(outcomes)).rejects.toEqual(thrown === Unanswered ? expect.any(Unanswered) : thrown);
  });

  it('ends when somebody cancels it, and is not known then', async () => {
    const ending = new AbortController();
    const pause = async () => ending.abort();
    await expect(sent([LOST, answer(503), 'done'], { signal: ending.signal, pause })).rejects.toThrow(Unanswered);
  });
});

function answer(status: number): SetpointError {
  return new SetpointError({ status, code: 'code', message: `answered ${status}`, requestId: undefined });
}

/** What comes of it, and after how many tries. */
async function sent(outcomes: readonly unknown[], repeating: object = {}): Promise<readonly [unknown, number]> {
  let tried = 0;
  const send = async (count: number) => {
    tried = count;
    const outcome = outcomes[count - 1];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const { signal } = new AbortController();
  const answered = await untilAnswered(send, { isRepeated: true, signal, pause: async () => undefined, ...repeating });
  return [answered, tried];
}
