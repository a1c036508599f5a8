import { SetpointError } from '@setpoint/client';

export async function askSession(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw failure({ status: 0, code: 'unreachable', message: 'the service cannot be reached' }, cause);
  });
  if (response.ok) return response;
  const { error, message } = (await response.json().catch(() => ({}))) as { error?: string; message?: string };
  throw failure({
    status: response.status,
    code: error ?? 'unexpected_answer',
    message: message ?? `unexpected answer with status ${response.status}`,
  });
}

/** An answer of the session, as an error. */
export function failure(answer: { status: number; code: string; message: string }, cause?: unknown): SetpointError {
  return new SetpointError({ ...answer, requestId: undefined }, { cause });
}
