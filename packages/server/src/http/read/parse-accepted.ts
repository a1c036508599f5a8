/** One of the choices in an `Accept` or `Accept-Encoding` header. */
export interface AcceptedChoice {
  /** In lower case. */
  readonly name: string;
  readonly quality: number;
}

/** Reads a list of choices (RFC 9110 §12.5); in time that grows with its length and no faster. */
export function parseAccepted(header: string | undefined): AcceptedChoice[] {
  return (header ?? '').split(',').map((choice) => {
    const [name = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    return { name, quality: Number(quality ?? 1) };
  });
}
