import { answersTo, OPERATIONS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from './create-answer-check.ts';
import { goodCall } from './good-call.ts';
import { worldOfTests } from '@setpoint/server/testing/open-world';
import { provocationsOf, readDocument } from './provocations-of.ts';

describe('on this store, what is asked well', async () => {
  const world = await worldOfTests();
  const problemsOf = createAnswerCheck(await readDocument(world));

  const asked = OPERATIONS.flatMap((operation) => {
    const good = answersTo(operation).filter(({ status }) => status < 300);
    return good.map(({ status }) => ({ id: operation.id, status }));
  });
  it.each(asked)('of $id is answered with $status', async ({ id, status }) => {
    for (const provoke of provocationsOf(id, status)) {
      const reply = await provoke(world, await goodCall(world, id));
      expect([reply.status, problemsOf(id, reply)]).toEqual([status, []]);
    }
  });
});
