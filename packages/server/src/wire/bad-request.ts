import { AppError } from '@setpoint/contract';
import type { Problem } from '@setpoint/core';

/** A request that is wrong, with each of its problems beside the sentence. */
export class BadRequest extends AppError {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[], options?: ErrorOptions) {
    super('bad_request', message, options);
    this.problems = problems;
  }
}

export function badQuery(name: string, text: string, cause?: unknown): BadRequest {
  return new BadRequest(text, [{ rule: 'query', place: name, text }], { cause });
}

/** A value in a query or a body that breaks a rule; the sentence names it. */
export function badValue(rule: Problem['rule'], place: string, text: string): BadRequest {
  return new BadRequest(text, [{ rule, place, text }]);
}

export function badHeader(name: string, text: string): BadRequest {
  return new BadRequest(text, [{ rule: 'header', place: name, text }]);
}

export function badJson(text: string, cause?: unknown): BadRequest {
  return new BadRequest(text, [{ rule: 'json', place: 'body', text }], { cause });
}

/** The problems of a refusal with `bad_request`; of a sentence alone, the one that it tells, at the place it begins with. */
export function problemsOf(refusal: Error): readonly Problem[] {
  if (refusal instanceof BadRequest) return refusal.problems;
  const { message } = refusal;
  const end = message.indexOf(': ');
  const place = message.slice(0, Math.max(end, 0));
  return PLACE.test(place)
    ? [{ rule: 'value', place, text: message.slice(end + 2) }]
    : [{ rule: 'request', place: 'request', text: message }];
}

const PLACE = /^[\w.[\]]+$/;
