import { AppError } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { RefusalWithHeaders } from '../http/send/refusal-with-headers.ts';
import { StoreFailure } from '../store/store.ts';
import { BadRequest } from '../wire/bad-request.ts';
import { carryFailure, failureFrom } from './carried-failure.ts';

const carry = (cause: unknown): Error => failureFrom(structuredClone(carryFailure(cause)));

describe('a failure that crosses between threads', () => {
  it('is as it was', () => {
    const away = new StoreFailure('not-applied', 'the database is away', { isPassing: true, cause: new Error('gone') });
    expect(carry(away)).toEqual(away);
    expect(carry(away)).toMatchObject({ outcome: 'not-applied', isPassing: true });
    expect(carry(new StoreFailure('unknown', 'who knows'))).toMatchObject({ outcome: 'unknown', isPassing: false });
    expect(carry(new AppError('not_found', 'no such site'))).toMatchObject({ code: 'not_found' });
    const wrong = new BadRequest('to must be after from', [{ rule: 'empty_interval', place: 'to', text: 'to' }]);
    expect(carry(wrong)).toEqual(wrong);
    const headers = { 'Schedule-Version': '3' };
    const refusal = carry(new RefusalWithHeaders('precondition_failed', { message: 'at version 3', headers }));
    expect(refusal).toBeInstanceOf(RefusalWithHeaders);
    expect(refusal).toMatchObject({ code: 'precondition_failed', message: 'at version 3', headers });
  });

  it('says where it was thrown', () => {
    const fault = new TypeError('x is not a function');
    expect(carry(fault)).toMatchObject({ message: fault.message, stack: fault.stack });
  });

  it('crosses with what cannot', () => {
    const failure = Object.assign(new Error('with a socket'), { close: () => undefined });
    expect(carry(failure).message).toBe('with a socket');
    expect(carry('a text').message).toBe('a text');
  });
});
