import type { SentRequest } from '../session/request-log.ts';

/** A request as a line for a shell. The token is named, not shown: lines like this end up in tickets. */
export function curlLine({ method, url, body, headers }: SentRequest): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), '-H', '"Authorization: Bearer $TOKEN"'];
  for (const [name, value] of headers) parts.push('-H', quoted(`${name}: ${value}`));
  if (body !== undefined) parts.push('--data-raw', quoted(body));
  return [...parts, quoted(url)].join(' ');
}

// Within single quotes a shell reads nothing but the closing quote.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
