import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../computing/answer.ts';
import type { ComputeAnswer, ComputedAnswer } from '../computing/compute-answers.ts';
import { wantsCsv } from '../http/read/wants-csv.ts';
import { sendStream } from '../http/send/send-stream.ts';
import { whenOver } from '../limits/when-over.ts';
import { compressed } from '../http/send/send-tagged.ts';
import type { Caller } from '../identity/caller.ts';

interface Asker {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
}

interface Computation<Input> {
  readonly answer: Answer<Input>;
  readonly input: Input;
  readonly joinedAs: unknown;
  readonly compute: ComputeAnswer;
}

/** Sends what is computed, no faster than the caller reads it; what fails before its first part is the answer. */
export async function sendComputed<Input>(
  { request, reply, caller }: Asker,
  { answer, input, joinedAs, compute }: Computation<Input>,
): Promise<Buffer | FastifyReply> {
  const writtenAs = answer.hasTable === true && wantsCsv(request) ? 'csv' : 'json';
  const computed = compute(answer, { caller: caller.clientId, writtenAs, input, joinedAs });
  whenOver(reply.raw, () => computed.stop());
  const first = (await computed.next()) ?? new Uint8Array();
  const second = await computed.next();
  const contentType = writtenAs === 'csv' ? 'text/csv; charset=utf-8' : 'application/json';
  const vary = answer.hasTable === true && !request.isOfCsv ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
  if (second !== undefined) {
    const chunks = partsOf([first, second], computed);
    return sendStream(request, reply, { chunks, contentType, vary, readsOn: answer.readsOn === true });
  }
  reply.header('Content-Type', contentType).header('Vary', vary);
  const bytes = bufferOf(first);
  const packed = await compressed(request, bytes);
  if (packed !== undefined) reply.header('Content-Encoding', 'gzip');
  return packed ?? bytes;
}

async function* partsOf(begun: readonly Uint8Array[], computed: ComputedAnswer): AsyncGenerator<Buffer, void> {
  for (const part of begun) yield bufferOf(part);
  for (let part = await computed.next(); part !== undefined; part = await computed.next()) yield bufferOf(part);
}

// The same bytes, not a copy.
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
